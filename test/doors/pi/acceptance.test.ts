import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { auditInputOf, readAcceptance } from "../../../src/doors/pi/acceptance.ts";
import { readSelection } from "../../../src/select/input/read-selection.ts";
import cases from "../../cases/acceptance.json" with { type: "json" };

interface Row {
  readonly why: string;
  readonly text: string;
  readonly task?: string;
  readonly bullets?: readonly string[];
  readonly error?: string;
}

/** As the reader of inputs takes it. */
function requestOf(text: string) {
  return readSelection(auditInputOf(readAcceptance(text), { diff: "+let a = 2;", status: " M a.js" }));
}

describe("acceptance criteria", () => {
  test.each(cases as readonly Row[])("$why", ({ text, task, bullets, error }) => {
    if (error === undefined) expect(readAcceptance(text)).toEqual({ task, bullets });
    else expect(() => readAcceptance(text)).toThrow(expect.objectContaining({ code: error }));
  });

  test("are read from any text, or refused as a mistake of the user's", () => {
    const line = fc.oneof(fc.constantFrom("Acceptance:", "- one", "  two", "", "## Acceptance", "text"), fc.string());
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        try {
          const { bullets } = readAcceptance(text);
          expect(bullets.length).toBeGreaterThan(0);
          for (const bullet of bullets) expect(bullet.trim()).toBe(bullet);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ConfigError);
        }
      }),
    );
  });

  test("of a megabyte are read in one pass", () => {
    const bullets = "- one\n".repeat(160_000);
    expect(readAcceptance(`Acceptance:\n${bullets}`).bullets).toHaveLength(160_000);
    expect(readAcceptance(`Acceptance:\n- one\n${"  and\n".repeat(160_000)}`).bullets).toHaveLength(1);
    expect(() => readAcceptance("#".repeat(1_000_000))).toThrow(ConfigError);
    expect(() => readAcceptance("Acceptance ".repeat(90_000))).toThrow(ConfigError);
  });
});

describe("the audit of a change", () => {
  test("asks one narrow question for each bullet", async () => {
    const request = await requestOf("Fix it\nAcceptance:\n- one\n- two");
    expect(request).toMatchObject({
      mode: "audit",
      task: "Fix it",
      criteria: [
        { id: "acceptance-1", name: "one" },
        { id: "acceptance-2", name: "two" },
      ],
      candidates: [{ id: "tracked-diff", content: "+let a = 2;", truncated: false }],
      sharedEvidence: [{ label: "git status", content: "M a.js" }],
    });
    expect(request.criteria[0]?.description).toContain("one");
  });

  test("has a task where only bullets are given", async () => {
    expect((await requestOf("- one")).task).not.toBe("");
  });

  test("cuts long names at 72 characters, keeps them apart, and cuts no description", async () => {
    const long = `${"💡".repeat(80)} first`;
    const { criteria } = await requestOf(`- ${long}\n- ${long} second`);
    expect(criteria.map(({ name }) => [...name].length)).toEqual([72, 72]);
    expect(criteria[0]?.name).not.toBe(criteria[1]?.name);
    expect(criteria[1]?.description).toContain(`${long} second`);
  });

  test.each([
    ["the same bullet twice", "- one\n- one", "duplicate_criterion"],
    ["seven bullets", "- a\n- b\n- c\n- d\n- e\n- f\n- g", "too_many_criteria"],
  ])("refuses %s", async (_what, text, code) => {
    await expect(requestOf(text)).rejects.toMatchObject({ code });
  });
});
