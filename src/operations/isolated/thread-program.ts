/**
 * What a thread runs: plain JavaScript, as Node 20 reads no other text. It loads one module of the user's and answers
 * one question after the other. What it sends back is JSON made here, so that nothing of the module's can break the
 * channel; verifiers complete their own scores by the `veridic` that the module imported.
 */
export const THREAD_PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const { loader, base, alias, file, source } = workerData;

const textOf = (thrown) => {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "a value that has no text was thrown";
  }
};
const refused = (code, message) => Object.assign(new Error(message), { code });
const known = ["problem", "place", "expected", "got", "hint"];

const loading = import(loader).then(({ createJiti }) => {
  const jiti = createJiti(base, { alias });
  const ext = /\\.[cm]?[jt]sx?$/.exec(file)?.[0] ?? ".ts";
  return source === null ? jiti.import(file) : jiti.evalModule(source, { filename: file, ext, async: true });
});

const pluginsOf = (module) =>
  [...new Set(Object.values(module))].filter(
    (one) => typeof one === "function" && /^(?:verifier|extractor)_plugin$/.test(one.kind) && one.definition,
  );

loading.then(
  (module) =>
    parentPort.postMessage({
      functions: Object.keys(module).filter((name) => typeof module[name] === "function"),
      plugins: pluginsOf(module).map(({ kind, definition: { type, summary, needsTarget } }) => ({
        kind, type: String(type), summary: String(summary), needsTarget: needsTarget === true,
      })),
    }),
  (thrown) => parentPort.postMessage({ failed: textOf(thrown) }),
);

const oneReward = (rewards) => {
  if (typeof rewards !== "object" || rewards === null || !(Symbol.iterator in rewards)) {
    throw refused("not_a_score", "it returned a " + typeof rewards + " where a list of rewards was expected");
  }
  const list = [...rewards];
  if (list.length !== 1) throw refused("not_a_score", "it returned " + list.length + " rewards for 1 completion");
  const [reward] = list;
  if (typeof reward === "number" && !Number.isFinite(reward)) {
    throw refused("out_of_range", "it returned " + reward + ", which is no finite number");
  }
  return reward ?? null;
};

const built = new Map();
const verifierFor = (module, { type, options, place }) => {
  const key = JSON.stringify([type, options]);
  if (!built.has(key)) {
    const plugin = pluginsOf(module).find((one) => one.definition.type === type);
    const refuse = () => {
      throw new TypeError("an isolated plug-in cannot hold other parts");
    };
    const tools = { build: { verifier: refuse, extractor: refuse }, place, backtracking: true };
    built.set(key, plugin.build(options, tools));
  }
  return built.get(key);
};

const answerTo = async (question) => {
  const module = await loading;
  switch (question.call) {
    case "reward":
      return oneReward(await module[question.name](question.argument));
    case "build":
      verifierFor(module, question);
      return null;
    default:
      return await verifierFor(module, question).score(question.attempt, { signal: new AbortController().signal });
  }
};

parentPort.on("message", async (question) => {
  try {
    parentPort.postMessage({ value: JSON.stringify((await answerTo(question)) ?? null) });
  } catch (thrown) {
    const details = thrown?.name === "ConfigError" ? known.map((name) => [name, thrown[name]]) : [];
    const code = typeof thrown?.code === "string" ? thrown.code.toLowerCase() : "exception";
    parentPort.postMessage({ code, message: textOf(thrown), details: Object.fromEntries(details) });
  }
});
`;
