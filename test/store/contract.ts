import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../src/core/types.ts";
import type { OutputRecord, ScoreRecord, Store } from "../../src/store/types.ts";
import { aBatch, anOutput, aRun, aScore, keysOf, samplesOf } from "./records.ts";

/** What every store must do, whichever engine it stands on. `open` gives an empty one. */
export function storeContract(engine: string, open: () => Promise<Store>): void {
  describe(`the store on ${engine}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });

    describe("runs", () => {
      test("a run is found as it was stored", async () => {
        const run = aRun("0aa1", {
          status: "partial",
          parent: "0000",
          samples: 0,
          epochs: 5,
          model: "mock:x",
          config: { scorers: [{ type: "exact_match" }], nested: { text: "é\u0000\ud800" } },
          fingerprint: "abc",
          summary: { scorers: {} },
        });
        expect(await store.createRun(run)).toEqual(run);
        expect(await store.findRun("0aa1")).toEqual(run);
      });

      test("runs are listed newest first, those of one instant in the order they came, at most as many as asked", async () => {
        await store.createRun(aRun("b", { createdAt: "2026-01-02T00:00:00.000Z" }));
        await store.createRun(aRun("c", { createdAt: "2026-01-01T00:00:00.000Z" }));
        await store.createRun(aRun("a", { createdAt: "2026-01-02T00:00:00.000Z" }));
        expect((await store.listRuns()).map((run) => run.id)).toEqual(["a", "b", "c"]);
        expect((await store.listRuns(2)).map((run) => run.id)).toEqual(["a", "b"]);
        expect((await store.findRun("latest")).id).toBe("a");
      });

      test("a change leaves alone what it does not name, and null is a value", async () => {
        await store.createRun(aRun("0aa1", { samples: 3, model: "mock:x", config: { a: 1 } }));
        const changed = await store.updateRun("0aa1", {
          status: "complete",
          model: null,
          summary: { done: true },
          updatedAt: "2026-01-01T00:00:09.000Z",
        });
        const expected = aRun("0aa1", {
          samples: 3,
          config: { a: 1 },
          status: "complete",
          summary: { done: true },
          updatedAt: "2026-01-01T00:00:09.000Z",
        });
        expect(changed).toEqual(expected);
        expect(await store.findRun("0aa1")).toEqual(expected);
      });

      test("a change without a time gets the time of the store's clock", async () => {
        await store.createRun(aRun("0aa1"));
        expect((await store.updateRun("0aa1", { status: "failed" })).updatedAt).toBe("2026-05-05T05:05:05.000Z");
      });

      test("a second run of one id is refused and changes nothing", async () => {
        await store.createRun(aRun("0aa1", { name: "first" }));
        await expect(store.createRun(aRun("0aa1", { name: "second" }))).rejects.toMatchObject({ code: "run_exists" });
        expect((await store.findRun("0aa1")).name).toBe("first");
      });

      test("a run is found by a beginning that only it has, also as a person would type it", async () => {
        await store.createRun(aRun("0a1b2c"));
        await store.createRun(aRun("0b1b2c"));
        expect((await store.findRun("0a")).id).toBe("0a1b2c");
        expect((await store.findRun("OAlB")).id).toBe("0a1b2c");
      });

      test("a whole id wins over longer ones that begin with it", async () => {
        await store.createRun(aRun("0a1b"));
        await store.createRun(aRun("0a1b2c"));
        expect((await store.findRun("0a1b")).id).toBe("0a1b");
        expect((await store.findRun("0A1B")).id).toBe("0a1b");
      });

      test("a beginning of several runs is refused with the runs to choose from", async () => {
        await store.createRun(aRun("0a1b", { name: "bot" }));
        await store.createRun(aRun("0a2b", { name: "judge" }));
        const refusal = store.findRun("0a");
        await expect(refusal).rejects.toMatchObject({ name: "ConfigError", code: "ambiguous_run" });
        await expect(refusal).rejects.toThrow(/0a2b \(judge\), 0a1b \(bot\)/);
      });

      test.each(["0a1x", "", " ", "%", "_", "'; --", "0a1b2"])(
        "there is no run %j, and the latest is named",
        async (name) => {
          await store.createRun(aRun("0a1b"));
          const refusal = store.findRun(name);
          await expect(refusal).rejects.toMatchObject({ name: "ConfigError", code: "unknown_run" });
          await expect(refusal).rejects.toThrow(/0a1b \(support-bot\)/);
        },
      );

      test("a slip in an id is answered with the nearest one", async () => {
        await store.createRun(aRun("0a1b2c3d4e5f"));
        await expect(store.findRun("0a1b2c3d5e5f")).rejects.toThrow(/did you mean "0a1b2c3d4e5f"/);
      });

      test("an empty store has no latest run, and says so", async () => {
        await expect(store.findRun("latest")).rejects.toThrow(/holds no runs/);
        await expect(store.findRun("0a")).rejects.toThrow(/holds no runs/);
      });

      test("nothing can be done with a run that is not there", async () => {
        const unknown = { name: "ConfigError", code: "unknown_run" };
        await expect(store.updateRun("0a", { status: "failed" })).rejects.toMatchObject(unknown);
        await expect(store.removeRun("0a")).rejects.toMatchObject(unknown);
        await expect(store.write("0a", aBatch(1))).rejects.toMatchObject(unknown);
        await expect(store.recorded("0a")).rejects.toMatchObject(unknown);
        await expect(samplesOf(store, "0a")).rejects.toMatchObject(unknown);
        await expect(store.createRun(aRun("0b", { outputsOf: "0a" }))).rejects.toMatchObject(unknown);
      });
    });

    describe("outputs and scores", () => {
      test("samples come back as they were written, by index and then epoch", async () => {
        await store.createRun(aRun("0a"));
        const outputs: readonly OutputRecord[] = [
          anOutput(10, { sampleId: "ten\u0000\ud800" }),
          anOutput(2, { epoch: 2, output: "second" }),
          anOutput(2, {
            output: "nul \u0000 half \udc00 emoji 🙂",
            reply: { finish_reason: "stop", usage: { calls: 1 } },
          }),
          anOutput(0, { output: null, error: { stage: "inference", code: "timeout", message: "m", retryable: true } }),
        ];
        await store.write("0a", { outputs, scores: [aScore(2, 0.5), aScore(10, 0)] });
        const byKey = [outputs[3], outputs[2], outputs[1], outputs[0]];
        const scores = [null, aScore(2, 0.5).scores, null, aScore(10, 0).scores];
        expect(await samplesOf(store, "0a")).toEqual(byKey.map((one, place) => ({ ...one, scores: scores[place] })));
      });

      test("any JSON value survives, whatever it is called", async () => {
        await store.createRun(aRun("0a"));
        const row = JSON.parse('{"__proto__": {"x": 1}, "": [[], {}, null], "constructor": -0.1e-7}');
        await fc.assert(
          fc.asyncProperty(fc.jsonValue(), fc.string({ unit: "binary" }), async (value, text) => {
            const json = JSON.parse(JSON.stringify({ row, value })) as Json;
            await store.write("0a", {
              outputs: [anOutput(0, { row: json, output: text, reply: json, sampleId: text })],
              scores: [{ index: 0, epoch: 1, scores: { [text]: json } }],
            });
            const [sample] = await samplesOf(store, "0a");
            expect(JSON.stringify(sample?.row)).toBe(JSON.stringify(json));
            expect(JSON.stringify(sample?.reply)).toBe(JSON.stringify(json));
            expect(sample?.output).toBe(text);
            expect(sample?.sampleId).toBe(text);
            expect(JSON.stringify(sample?.scores)).toBe(JSON.stringify({ [text]: json }));
          }),
          { numRuns: 100 },
        );
      });

      test("a row of a great depth and a text of a megabyte are stored", async () => {
        await store.createRun(aRun("0a"));
        const deep = "[".repeat(50_000) + "]".repeat(50_000);
        await store.write("0a", { outputs: [anOutput(0, { row: JSON.parse(deep), output: "é".repeat(1_000_000) })] });
        const [sample] = await samplesOf(store, "0a");
        expect(sample?.output).toBe("é".repeat(1_000_000));
        let depth = 0;
        for (let at = sample?.row; Array.isArray(at); at = at[0]) depth++;
        expect(depth).toBe(50_000);
      });

      test("the same key again replaces, and the same batch again changes nothing", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(70));
        await store.write("0a", { outputs: [anOutput(3, { output: "new" })], scores: [aScore(3, 0), aScore(4, 0.25)] });
        const once = await samplesOf(store, "0a");
        expect(once).toHaveLength(70);
        expect(once[3]).toEqual({ ...anOutput(3, { output: "new" }), ...aScore(3, 0) });
        expect(once[4]).toEqual({ ...anOutput(4), ...aScore(4, 0.25) });
        await store.write("0a", { outputs: once, scores: once.map(({ index, epoch }) => aScore(index, 1, epoch)) });
        await store.write("0a", { outputs: once, scores: once.map(({ index, epoch }) => aScore(index, 1, epoch)) });
        expect(await samplesOf(store, "0a")).toEqual(
          once.map((sample) => ({ ...sample, scores: aScore(0, 1).scores })),
        );
      });

      test("a key that stands twice in one batch keeps its last record", async () => {
        await store.createRun(aRun("0a"));
        const twice = [...aBatch(40).outputs, anOutput(1, { output: "last" })];
        await store.write("0a", { outputs: twice, scores: [aScore(1, 0), aScore(1, 0.5)] });
        const samples = await samplesOf(store, "0a");
        expect(samples).toHaveLength(40);
        expect(samples[1]).toEqual({ ...anOutput(1, { output: "last" }), ...aScore(1, 0.5) });
      });

      test("every epoch has the row, in whatever order the epochs come", async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(fc.record({ index: fc.nat(3), epoch: fc.integer({ min: 1, max: 4 }) }), {
              selector: ({ index, epoch }) => `${index}/${epoch}`,
            }),
            fc.array(fc.nat(3)),
            async (keys, cuts) => {
              await store.createRun(aRun("0a"));
              let rest = keys;
              for (const cut of [...cuts, keys.length]) {
                await store.write("0a", {
                  outputs: rest.slice(0, cut).map(({ index, epoch }) => anOutput(index, { epoch })),
                });
                rest = rest.slice(cut);
              }
              const samples = await samplesOf(store, "0a");
              expect(samples).toHaveLength(keys.length);
              for (const sample of samples) expect(sample.row).toEqual({ question: `q${sample.index}` });
              await store.removeRun("0a");
            },
          ),
          { numRuns: 50 },
        );
      });

      test("an output written again without its row keeps the row", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", { outputs: [anOutput(0), anOutput(0, { epoch: 2, row: null })] });
        await store.write("0a", { outputs: [anOutput(0, { row: null, output: "again" })] });
        const samples = await samplesOf(store, "0a");
        expect(samples.map((sample) => sample.row)).toEqual([{ question: "q0" }, { question: "q0" }]);
        expect(samples[0]?.output).toBe("again");
      });

      test("runs do not see one another's samples", async () => {
        await store.createRun(aRun("0a"));
        await store.createRun(aRun("0b"));
        await store.write("0a", aBatch(2));
        await store.write("0b", { outputs: [anOutput(1, { output: "other" })] });
        expect(keysOf(await samplesOf(store, "0a"))).toEqual(["0/1", "1/1"]);
        expect(await samplesOf(store, "0b")).toEqual([{ ...anOutput(1, { output: "other" }), scores: null }]);
      });

      test("reading begins at the index that is asked for and crosses the pieces it is read in", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(2_500));
        await store.write("0a", { outputs: [anOutput(999, { epoch: 2 }), anOutput(1_000, { epoch: 2 })] });
        const keys = keysOf(await samplesOf(store, "0a", 998));
        expect(keys).toHaveLength(1_504);
        expect(keys.slice(0, 6)).toEqual(["998/1", "999/1", "999/2", "1000/1", "1000/2", "1001/1"]);
        expect(await samplesOf(store, "0a", 2_500)).toEqual([]);
      });

      test("reading without rows leaves out rows and replies, and nothing else", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(3));
        const error = { stage: "inference", code: "timeout", message: "it took too long", retryable: true } as const;
        await store.write("0a", {
          outputs: [anOutput(1, { reply: { raw: 1 } }), anOutput(3, { output: null, error })],
        });
        const samples: unknown[] = [];
        for await (const sample of store.samples("0a", { rows: false })) samples.push(sample);
        const whole = await samplesOf(store, "0a");
        expect(whole.map((sample) => sample.reply)).toEqual([null, { raw: 1 }, null, null]);
        expect(samples).toEqual(whole.map((sample) => ({ ...sample, row: null, reply: null })));
      });

      test("rows that are too large for one piece are read one by one", async () => {
        await store.createRun(aRun("0a"));
        const large = "x".repeat(5_000_000);
        await store.write("0a", {
          outputs: [anOutput(0), anOutput(1, { output: large }), anOutput(2, { output: large })],
        });
        const lengths = (await samplesOf(store, "0a")).map((sample) => sample.output?.length);
        expect(lengths).toEqual([2, 5_000_000, 5_000_000]);
      });

      test("a run may be written while it is read", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", { outputs: aBatch(1_200).outputs });
        let seen = 0;
        for await (const { index } of store.samples("0a")) {
          seen++;
          await store.write("0a", { scores: [aScore(index)] });
        }
        expect(seen).toBe(1_200);
        expect((await store.recorded("0a")).scores.size).toBe(1_200);
      });

      test("a batch with a value that is no JSON, or a key that is no sample, leaves no trace", async () => {
        await store.createRun(aRun("0a"));
        const cyclic: Record<string, Json> = {};
        cyclic["self"] = cyclic;
        const [good, bad] = [
          anOutput(0),
          (more: Partial<OutputRecord>) => ({ outputs: [anOutput(0), anOutput(1, more)] }),
        ];
        await expect(store.write("0a", bad({ row: cyclic }))).rejects.toMatchObject({ code: "not_json" });
        await expect(store.write("0a", bad({ index: 0.5 }))).rejects.toMatchObject({ name: "StoreError" });
        await expect(store.write("0a", bad({ index: -1 }))).rejects.toMatchObject({ name: "StoreError" });
        await expect(store.write("0a", bad({ epoch: 0 }))).rejects.toMatchObject({ name: "StoreError" });
        await expect(store.write("0a", bad({ index: Number.NaN }))).rejects.toMatchObject({ name: "StoreError" });
        expect(await samplesOf(store, "0a")).toEqual([]);
        await store.write("0a", { outputs: [good] });
        expect(await samplesOf(store, "0a")).toHaveLength(1);
      });

      test("an empty batch is written", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", {});
        await store.write("0a", { outputs: [], scores: [] });
        expect(await samplesOf(store, "0a")).toEqual([]);
      });

      test("what is recorded is known by layer, index and epoch", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", {
          outputs: [anOutput(0), anOutput(0, { epoch: 2 }), anOutput(70_000)],
          scores: [aScore(0)],
        });
        const { outputs, scores } = await store.recorded("0a");
        expect([outputs.size, scores.size]).toEqual([3, 1]);
        expect(outputs.has({ index: 0, epoch: 2 })).toBe(true);
        expect(outputs.has({ index: 70_000, epoch: 1 })).toBe(true);
        expect(outputs.has({ index: 70_000, epoch: 2 })).toBe(false);
        expect(scores.has({ index: 0, epoch: 1 })).toBe(true);
        expect(scores.has({ index: 0, epoch: 2 })).toBe(false);
      });

      test("everything recorded is found, however many pieces it is read in", async () => {
        await store.createRun(aRun("0a"));
        const scores: readonly ScoreRecord[] = Array.from({ length: 20_001 }, (_, half) =>
          aScore(half >> 1, 1, (half & 1) + 1),
        );
        await store.write("0a", { scores });
        const recorded = await store.recorded("0a");
        expect(recorded.scores.size).toBe(20_001);
        expect(scores.every((key) => recorded.scores.has(key))).toBe(true);
      });
    });

    describe("rescored runs", () => {
      beforeEach(async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(3));
        await store.createRun(aRun("0b", { parent: "0a", outputsOf: "0a" }));
      });

      test("read the outputs of the original with scores of their own, and leave the original alone", async () => {
        await store.write("0b", { scores: [aScore(1, 0.25)] });
        const scores = (await samplesOf(store, "0b")).map((sample) => sample.scores);
        expect(scores).toEqual([null, aScore(1, 0.25).scores, null]);
        expect((await samplesOf(store, "0a")).map((sample) => sample.scores)).toEqual(
          [0, 1, 2].map((index) => aScore(index).scores),
        );
        const recorded = await store.recorded("0b");
        expect([recorded.outputs.size, recorded.scores.size]).toEqual([3, 1]);
      });

      test("that are rescored again still read the outputs where they are", async () => {
        expect(await store.createRun(aRun("0c", { parent: "0b", outputsOf: "0b" }))).toMatchObject({ outputsOf: "0a" });
        expect(keysOf(await samplesOf(store, "0c"))).toEqual(["0/1", "1/1", "2/1"]);
      });

      test("cannot write outputs", async () => {
        await expect(store.write("0b", aBatch(1))).rejects.toThrow(/reads the outputs of another run/);
        expect((await store.recorded("0b")).scores.size).toBe(0);
      });

      test("keep the original from being removed, and are named", async () => {
        const refusal = store.removeRun("0a");
        await expect(refusal).rejects.toMatchObject({ name: "ConfigError", code: "run_in_use" });
        await expect(refusal).rejects.toThrow(/0b/);
        expect(await samplesOf(store, "0a")).toHaveLength(3);
      });

      test("can be removed first, and the original then", async () => {
        await store.removeRun("0b");
        expect(await samplesOf(store, "0a")).toHaveLength(3);
        await store.removeRun("0a");
        expect(await store.listRuns()).toEqual([]);
      });

      test("say so when the outputs were removed by force, and stay listed", async () => {
        await store.removeRun("0a", { force: true });
        expect((await store.findRun("0b")).parent).toBe("0a");
        await expect(samplesOf(store, "0b")).rejects.toMatchObject({ code: "outputs_removed" });
        await expect(store.recorded("0b")).rejects.toMatchObject({ code: "outputs_removed" });
        await expect(store.createRun(aRun("0c", { outputsOf: "0b" }))).rejects.toMatchObject({
          code: "outputs_removed",
        });
        await store.removeRun("0b");
        expect(await store.listRuns()).toEqual([]);
      });
    });

    describe("removing", () => {
      test("takes the samples along, and a new run of that id starts empty", async () => {
        await store.createRun(aRun("0a"));
        await store.createRun(aRun("0b"));
        await store.write("0a", aBatch(4_500));
        await store.write("0b", aBatch(2));
        await store.removeRun("0a");
        await expect(store.findRun("0a")).rejects.toMatchObject({ code: "unknown_run" });
        await store.createRun(aRun("0a"));
        expect(await samplesOf(store, "0a")).toEqual([]);
        expect((await store.recorded("0a")).scores.size).toBe(0);
        expect(await samplesOf(store, "0b")).toHaveLength(2);
      });

      test("ends a reading with an error, not as if the run had been shorter", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(1_500));
        const reading = async () => {
          for await (const { index } of store.samples("0a")) if (index === 5) await store.removeRun("0a");
        };
        await expect(reading()).rejects.toMatchObject({ code: "unknown_run" });
      });

      test("goes on while other runs are written", async () => {
        await store.createRun(aRun("0a"));
        await store.createRun(aRun("0b"));
        await store.write("0a", aBatch(6_000));
        const removing = store.removeRun("0a");
        for (let start = 0; start < 500; start += 50) await store.write("0b", aBatch(50, start));
        await removing;
        expect(await samplesOf(store, "0b")).toHaveLength(500);
      });
    });

    describe("kept replies", () => {
      test("come back as they were put there, by their key alone", async () => {
        const reply = { text: "nul \u0000 half \udc00 emoji 🙂", usage: { calls: 1 }, raw: [null, { "": -0.5 }] };
        await store.replies.put("k1", reply);
        expect(await store.replies.get("k1")).toEqual(reply);
        expect(await store.replies.get("K1")).toBeNull();
        expect(await store.replies.get("")).toBeNull();
      });

      test("are replaced by what is put there later", async () => {
        await store.replies.put("k1", { text: "first" });
        await store.replies.put("k1", { text: "second" });
        expect(await store.replies.get("k1")).toEqual({ text: "second" });
      });

      test("stay when the run that they were asked for is removed", async () => {
        await store.createRun(aRun("0a"));
        await store.write("0a", aBatch(3));
        await store.replies.put("k1", { text: "first" });
        await store.removeRun("0a");
        expect(await store.replies.get("k1")).toEqual({ text: "first" });
      });

      test("of any content survive under any key", async () => {
        await fc.assert(
          fc.asyncProperty(fc.string(), fc.jsonValue(), async (key, value) => {
            const json = JSON.parse(JSON.stringify(value)) as Json;
            await store.replies.put(key.replaceAll("\0", ""), json);
            expect(await store.replies.get(key.replaceAll("\0", ""))).toEqual(json);
          }),
        );
      });

      test("that cannot be written are an error, and leave what was there", async () => {
        await store.replies.put("k1", "first");
        const cycle: Record<string, unknown> = {};
        cycle["self"] = cycle;
        await expect(store.replies.put("k1", cycle as Json)).rejects.toMatchObject({ code: "not_json" });
        expect(await store.replies.get("k1")).toBe("first");
      });
    });

    describe("closing", () => {
      test("twice does no harm, and afterwards every call is refused", async () => {
        await store.createRun(aRun("0a"));
        const reading = store.samples("0a")[Symbol.asyncIterator]();
        await store.close();
        await store.close();
        const closed = { name: "StoreError", code: "store_closed" };
        await expect(store.listRuns()).rejects.toMatchObject(closed);
        await expect(store.findRun("0a")).rejects.toMatchObject(closed);
        await expect(store.write("0a", aBatch(1))).rejects.toMatchObject(closed);
        await expect(store.removeRun("0a")).rejects.toMatchObject(closed);
        await expect(store.recorded("0a")).rejects.toMatchObject(closed);
        await expect(store.replies.get("k1")).rejects.toMatchObject(closed);
        await expect(store.replies.put("k1", null)).rejects.toMatchObject(closed);
        await expect(reading.next()).rejects.toMatchObject(closed);
      });
    });

    describe("reward functions", () => {
      const reward = (name: string, source: string) => ({
        name,
        kind: "python" as const,
        sha256: Buffer.from(source).toString("hex"),
        source,
        exported: "reward",
        origin: "/home/me/r\ud800.py",
        settings: { key_env: "K" },
      });

      test("the same again is no new version, another text is one, and each version is found", async () => {
        const first = await store.rewards.add(reward("brief", "a\u0000"));
        expect(first).toMatchObject({ ...reward("brief", "a\u0000"), version: 1 });
        expect(await store.rewards.add(reward("brief", "a\u0000"))).toEqual(first);
        const second = await store.rewards.add(reward("brief", "b"));
        expect(second.version).toBe(2);
        expect(await store.rewards.find("brief")).toEqual(second);
        expect(await store.rewards.find("brief", 1)).toEqual(first);
        expect(await store.rewards.find("brief", 3)).toBeNull();
        expect(await store.rewards.find("other")).toBeNull();
      });

      test("they are listed by name, the newest version first, and removed one by one or all", async () => {
        for (const [name, source] of [
          ["b", "1"],
          ["a", "1"],
          ["b", "2"],
        ] as const)
          await store.rewards.add(reward(name, source));
        const listed = async () => (await store.rewards.list()).map(({ name, version }) => `${name}@${version}`);
        expect(await listed()).toEqual(["a@1", "b@2", "b@1"]);
        expect(await store.rewards.remove("b", 1)).toBe(1);
        expect(await store.rewards.remove("b", 1)).toBe(0);
        expect(await listed()).toEqual(["a@1", "b@2"]);
        expect(await store.rewards.remove("b")).toBe(1);
        expect(await listed()).toEqual(["a@1"]);
      });
    });
  });
}
