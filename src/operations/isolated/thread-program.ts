/**
 * What a thread runs: plain JavaScript, as Node 20 reads no other text. It loads one module of the user's and answers
 * one question after the other. What it sends back are texts made here, with the number and the token of the question,
 * so that nothing of the module's can break the channel; verifiers complete their own scores by the `veridic` that the
 * module imported. The port is taken out of sight before the module is loaded, and what sends through it is held here,
 * as a module may replace any method that others look up later.
 */
export const THREAD_PROGRAM = `"use strict";
const { workerData } = require("node:worker_threads");
const { loader, base, alias, file, source, port } = workerData;
delete workerData.port;
// What a port inherits becomes its own: a method that is replaced later is not called with the port.
for (let kind = Object.getPrototypeOf(port); kind !== null; kind = Object.getPrototypeOf(kind)) {
  for (const name of Reflect.ownKeys(kind)) {
    if (!Object.hasOwn(port, name)) Object.defineProperty(port, name, Object.getOwnPropertyDescriptor(kind, name));
  }
}
const send = port.postMessage.bind(port);
const { stringify } = JSON;

const textOf = (thrown) => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "a value that has no text was thrown";
  }
};
const refused = (code, message) => Object.assign(new Error(message), { code });
const known = ["problem", "place", "expected", "got", "hint"];
const failureOf = (thrown) => {
  const failure = { code: "exception", message: textOf(thrown), details: {} };
  try {
    const { code, name } = thrown;
    if (typeof code === "string" && /^[a-z][a-z0-9_]{0,63}$/i.test(code)) failure.code = code.toLowerCase();
    if (name !== "ConfigError") return failure;
    for (const part of known) if (typeof thrown[part] === "string") failure.details[part] = thrown[part];
  } catch {
    // Null was thrown, or something whose parts cannot be read: the text says all there is.
  }
  return failure;
};

const loading = import(loader).then(({ createJiti }) => {
  const jiti = createJiti(base, { alias });
  const ext = /\\.[cm]?[jt]sx?$/.exec(file)?.[0] ?? ".ts";
  return source === null ? jiti.import(file) : jiti.evalModule(source, { filename: file, ext, async: true });
});

const pluginsOf = (module) =>
  [...new Set(Object.values(module))].filter(
    (one) => typeof one === "function" && /^(?:verifier|extractor)_plugin$/.test(one.kind) && one.definition,
  );

// Whoever asks hears why; without this the thread would break first.
loading.catch(() => {});

const contentOf = (module) => ({
  functions: Object.keys(module).filter((name) => typeof module[name] === "function"),
  plugins: pluginsOf(module).map(({ kind, definition: { type, summary, needsTarget } }) => ({
    kind: String(kind), type: String(type), summary: String(summary), needsTarget: needsTarget === true,
  })),
});

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
  if (reward === undefined) throw refused("not_a_score", "it returned undefined where a reward was expected");
  if (typeof reward === "bigint") throw refused("not_a_score", "it returned a bigint where a reward was expected");
  return reward;
};

const textFor = (answer) => {
  const text = stringify(answer);
  // Null is an answer of its own, and what has no JSON form must not be taken for it.
  if (typeof text !== "string" || (text === "null" && answer !== null)) {
    throw refused("not_a_score", "it returned something that is no data");
  }
  return text;
};

const built = new Map();
const verifierFor = (module, { type, options, place }) => {
  const key = stringify([type, options]);
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
    case "content":
      return contentOf(module);
    case "reward":
      return oneReward(await module[question.name](question.argument));
    case "build":
      verifierFor(module, question);
      return null;
    default:
      return await verifierFor(module, question).score(question.attempt, { signal: new AbortController().signal });
  }
};

port.on("message", async ({ number, token, question }) => {
  let answer;
  try {
    answer = { value: textFor(await answerTo(question)) };
  } catch (thrown) {
    answer = failureOf(thrown);
  }
  send({ number, token, ...answer });
});
// A port that keeps its thread alive is listed among the active handles; a timer holds the thread instead.
port.unref();
setInterval(() => {}, 2 ** 30);
`;
