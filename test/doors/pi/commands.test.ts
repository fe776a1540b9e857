import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { honest, piModel, type StandIn, standIn } from "./stand-in.ts";

const judge = { model: piModel("acme/judge"), key: "k" };
const models = [judge];

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/_API_KEY$/.test(name)) vi.stubEnv(name, "");
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A repository with one commit, in which `a.js` is `before`. */
function committed(pi: StandIn, before = "let a = 1;\n"): void {
  pi.git("init", "--quiet");
  pi.write("a.js", before);
  pi.git("add", "a.js");
  pi.git("commit", "--quiet", "-m", "first");
}

describe("/verify", () => {
  test("audits what differs from the last commit, staged or not, against each bullet", async () => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models, ask });
    committed(pi);
    pi.write("a.js", "let a = 2; // quality 18, größer\n");
    pi.write("b.js", "new");
    await pi.command(
      "verify",
      "--models pi:acme/judge --output o.json Acceptance: - the value is two\n- it is told why",
    );
    expect(pi.messages).toMatchObject([{ customType: "veridic", display: true }]);
    expect(pi.messages[0]?.content).toMatch(/^Verdict: positive \(tracked-diff/);
    const prompts = ask.mock.calls.map(([, { messages }]) => String(messages.at(-1)?.content));
    expect(prompts.every((prompt) => prompt.includes("+let a = 2; // quality 18, größer"))).toBe(true);
    expect(prompts[0]).toContain("?? b.js");
    expect(JSON.parse(await pi.read("o.json"))).toMatchObject({
      config: { mode: "audit" },
      result: { criteria: [{ criterion: { id: "acceptance-1" } }, { criterion: { id: "acceptance-2" } }] },
    });
    expect(pi.statuses.some((text) => text?.startsWith("votes: "))).toBe(true);
    expect(pi.statuses.at(-1)).toBeUndefined();
  });

  test("takes its bullets from a file, or from the editor", async () => {
    await using pi = standIn({ models, editor: "Acceptance:\n- edited" });
    committed(pi);
    pi.write("a.js", "quality 18\n");
    pi.write("criteria.md", "Acceptance:\n- from a file");
    await pi.command("verify", "--models pi:judge @criteria.md");
    await pi.command("verify", "--models pi:judge");
    expect(pi.messages.map(({ content }) => /- (from a file|edited): /.exec(content)?.[1])).toEqual([
      "from a file",
      "edited",
    ]);
  });

  test("does nothing where the editor is closed", async () => {
    await using pi = standIn({ models, select: () => undefined });
    await pi.command("verify");
    expect([pi.messages, pi.notices]).toEqual([[], []]);
  });

  const refusals: readonly (readonly [string, RegExp, (pi: StandIn) => void])[] = [
    ["outside a repository", /git cannot tell/, () => {}],
    ["before the first commit", /git cannot tell/, (pi) => pi.git("init", "--quiet")],
    ["without a change", /no tracked file differs/, (pi) => committed(pi)],
    [
      "of new files alone",
      /git add --intent-to-add/,
      (pi) => {
        committed(pi);
        pi.write("b.js", "new");
      },
    ],
    [
      "of more than can be judged as a whole",
      /the diff \(\d+ characters\) is too large.*at most 40000/,
      (pi) => {
        committed(pi);
        pi.write("a.js", "x\n".repeat(20_000));
      },
    ],
    [
      "of more than is read at all",
      /the output of git is too large/,
      (pi) => {
        committed(pi);
        pi.write("a.js", "x\n".repeat(1_500_000));
      },
    ],
  ];

  test.each(refusals)("%s asks nobody and says why", async (_when, said, prepare) => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models, ask });
    prepare(pi);
    await expect(pi.command("verify", "--models pi:judge - it holds")).rejects.toThrow(said);
    expect(ask).not.toHaveBeenCalled();
  });

  test("shows its refusal on the screen where somebody watches", async () => {
    await using pi = standIn({ models, select: () => undefined });
    committed(pi);
    await pi.command("verify", "no bullets");
    expect(pi.notices.join()).toContain("nothing to check the change against");
    await pi.command("verify", "@missing.md");
    expect(pi.notices.join()).toContain("cannot read missing.md");
  });

  test("runs no program that the repository names for its diffs", async () => {
    await using pi = standIn({ models });
    committed(pi);
    pi.write(".gitattributes", "*.js diff=own\n");
    pi.git("config", "diff.own.textconv", "touch ran; cat");
    pi.git("config", "diff.external", "touch ran");
    pi.write("a.js", "quality 18\n");
    await pi.command("verify", "--models pi:judge - it holds");
    await expect(pi.read("ran")).rejects.toThrow("ENOENT");
  });
});

describe("the smoke commands", () => {
  const example = JSON.stringify({
    task: "t",
    criteria: [{ name: "Right", description: "Is it right?" }],
    candidates: [
      { id: "tested", content: "all tests passed" },
      { id: "broken", content: "the build failed with an error" },
    ],
    models: ["kimi-for-coding", "gpt-5.5"],
    model_weights: { "gpt-5.5": 2 },
  });

  test.each([
    ["lav-smoke", "code-patch-selection.json"],
    ["lav-ensemble-smoke", "weighted-ensemble-selection.json"],
  ])("%s runs its example without any model, and keeps nothing", async (command, file) => {
    const ask = vi.fn(honest);
    await using pi = standIn({ models, ask });
    pi.write(`skills/llm-as-verifier/examples/${file}`, example);
    await pi.command(command);
    expect(pi.messages[0]?.content).toMatch(/^Winner: tested/);
    expect(pi.messages[0]?.content).toContain("Mode: mock smoke test");
    expect(ask).not.toHaveBeenCalled();
    await expect(pi.read(".veridic/veridic.db")).rejects.toThrow("ENOENT");
  });

  test("say where an example is missing", async () => {
    await using pi = standIn({ models });
    await expect(pi.command("lav-smoke")).rejects.toThrow("code-patch-selection.json");
  });
});
