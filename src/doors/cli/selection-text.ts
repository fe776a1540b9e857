import type { Selection } from "../../select/types.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** A comparison for people: the winner or why there is none, then the ranking, the criteria, and what to think of it. */
export function selectionText(given: Selection, runId: string, colors: Colors): string {
  const selection = printableAll(given);
  const { explanation, warnings } = selection;
  return [
    headline(selection, colors),
    `${explanation.verdict}\n\n`,
    rankingTable(selection, colors),
    colors.dim(`${baselineText(selection)}\n\n`),
    criteriaTable(selection, colors),
    "\n",
    ...warnings.map((text) => `${colors.yellow("warning")}: ${text}\n`),
    listed("Why", explanation.reasons, colors),
    listed("Evidence", explanation.evidence, colors),
    listed("Not certain", explanation.uncertainty, colors),
    `${colors.bold("Next check")}: ${explanation.nextCheck}\n`,
    colors.dim(`${callsText(selection)}  run ${runId}\n`),
  ].join("");
}

function headline({ winner, reason, confidence, pairwise }: Selection, colors: Colors): string {
  if (winner === null) return `${colors.yellow(colors.bold(reason === "tie" ? "tie" : "no winner"))}\n`;
  const told = colors.green(colors.bold(`winner: ${winner}`));
  // Counted words are sure of nothing.
  if (isMock(pairwise)) return `${told} ${colors.yellow("(mock: no judge was asked)")}\n`;
  return `${told}${confidence === null || reason === "checks" ? "" : `, ${share(confidence)} sure`}\n`;
}

function isMock(pairs: Selection["pairwise"]): boolean {
  return pairs.some(({ criteria }) => criteria.some(({ repetitions }) => repetitions[0]?.sourceA === "mock"));
}

function rankingTable({ ranking }: Selection, colors: Colors): string {
  const grouped = new Set(ranking.map(({ group }) => group)).size > 1;
  const columns = [
    { title: "" },
    { title: "candidate" },
    { title: "wins", align: "right" as const },
    { title: "mean", align: "right" as const },
    { title: "strength (95%)", align: "right" as const },
    ...(grouped ? [{ title: "group", align: "right" as const }] : []),
    { title: "length", align: "right" as const },
    { title: "" },
  ];
  const rows = ranking.map((one) => [
    String(one.rank),
    one.id,
    String(one.wins),
    number(one.meanPairScore),
    one.strength === null
      ? "–"
      : `${number(one.strength.value)} (${number(one.strength.low)} to ${number(one.strength.high)})`,
    ...(grouped ? [one.group === null ? "–" : String(one.group)] : []),
    count(one.length),
    [
      ...one.failedChecks.map((name) => colors.red(`failed: ${name}`)),
      ...(one.penalty > 0 ? [`penalty ${one.penalty}`] : []),
      ...one.weaknesses,
    ].join("; "),
  ]);
  return table(columns, rows, colors.dim);
}

/** For each pair and criterion who is ahead, with the scores. */
function criteriaTable({ pairwise }: Selection, colors: Colors): string {
  const columns = [
    { title: "pair" },
    { title: "criterion" },
    { title: "scores", align: "right" as const },
    { title: "votes", align: "right" as const },
    { title: "for" },
  ];
  const rows = pairwise.flatMap((pair) => [
    [
      `${pair.candidateA} : ${pair.candidateB}`,
      colors.bold("all"),
      scores(pair),
      votes(pair),
      colors.bold(pair.side === null ? "no verdict" : pair.side === "tie" ? "tie" : (pair.winner ?? "")),
    ],
    ...pair.criteria.map((one) => ["", one.criterion.name, scores(one), votes(one), ahead(pair, one)]),
  ]);
  return table(columns, rows, colors.dim);
}

type Pair = Selection["pairwise"][number];
type Sums = Pick<Pair, "scoreA" | "scoreB" | "votesA" | "votesB">;

function scores({ scoreA, scoreB }: Sums): string {
  return `${number(scoreA)} : ${number(scoreB)}`;
}

function votes({ votesA, votesB }: Sums): string {
  return `${short(votesA)} : ${short(votesB)}`;
}

function ahead({ candidateA, candidateB }: Pair, { votesA, votesB }: Sums): string {
  if (Math.abs(votesA - votesB) < 1e-9) return "–";
  return votesA > votesB ? candidateA : candidateB;
}

function baselineText({ baselines, winner }: Selection): string {
  const { random, shortest } = baselines;
  const same = winner === null ? "" : shortest.samePick === true ? " (the same)" : " (another one)";
  return `Without a judge: a random pick is the first of the ranking in ${share(random)}; the shortest is ${shortest.ids.join(", ")}${same}.`;
}

function callsText({ calls, swapConsistency, flipRate }: Selection): string {
  const swaps = swapConsistency === null ? "" : `, swap consistency ${number(swapConsistency)}`;
  const flips = flipRate.value === null ? "" : `, flips ${flipRate.count} of ${flipRate.of}`;
  return `${count(calls.used)} of at most ${count(calls.planned)} calls${swaps}${flips}`;
}

export function listed(title: string, lines: readonly string[], colors: Colors): string {
  return lines.length === 0 ? "" : `${colors.bold(title)}:\n${lines.map((line) => `  - ${line}\n`).join("")}`;
}

export function number(value: number | null): string {
  return value === null ? "–" : value.toFixed(3);
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function share(value: number): string {
  return `${Math.round(value * 100)} %`;
}
