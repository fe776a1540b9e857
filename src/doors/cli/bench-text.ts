import type { createColors } from "picocolors";
import type { BenchmarkCard, BenchmarkLine } from "../../operations/benchmarks/bench.ts";
import { table } from "./table.ts";

type Colors = ReturnType<typeof createColors>;

const PINS = { verified: "verified", first_use: "on first use", none: "not yet" } as const;

/** The benchmarks as a table. */
export function benchListText(benchmarks: readonly BenchmarkLine[], colors: Colors): string {
  return table(
    [
      { title: "name" },
      { title: "rows", align: "right" },
      { title: "licence" },
      { title: "pinned" },
      { title: "data" },
      { title: "" },
    ],
    benchmarks.map(({ name, rows, licence, pin, gated, cached, summary }) => [
      name,
      rows === null ? "?" : rows.toLocaleString("en"),
      licence,
      PINS[pin],
      cached ? "here" : gated ? "gated" : "",
      summary,
    ]),
    colors.dim,
  );
}

/** All that is known of a benchmark. */
export function benchCardText(card: BenchmarkCard, colors: Colors): string {
  const { temperature, maxTokens, epochs } = card.generation;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", colors.bold(title), ...lines.map((line) => `  ${line}`)];
  return [
    `${colors.bold(card.name)}: ${card.summary}`,
    card.metric,
    `temperature ${temperature}, at most ${maxTokens} tokens, ${epochs === 1 ? "1 epoch" : `${epochs} epochs`}`,
    ...section(
      "variants (the first is the default)",
      card.variants.map(({ name, summary }) => `${name}: ${summary}`),
    ),
    ...section(
      "data",
      card.files.map(({ name, licence, url, pinnedAs, sha256 }) => {
        const pin =
          pinnedAs === null ? "not pinned yet" : `${pinnedAs}${sha256 === null ? ", pinned on first use" : ""}`;
        return `${name} (${licence}) ${url}\n    sha256 ${pin}`;
      }),
    ),
    ...section(
      "reported figures, in percent",
      card.plausible.map(({ model, value, source }) => `${value}  ${model} (${source})`),
    ),
    ...section("flaws", card.flaws),
    "",
  ].join("\n");
}
