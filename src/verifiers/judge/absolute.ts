import type { Model } from "../../core/model.ts";
import type { Attempt, Json, Score, ScoreNotes, Verdict } from "../../core/types.ts";
import { readJudgment } from "../../prompts/judgment.ts";
import { type Reading, read, unread } from "../../prompts/reading.ts";
import type { JsonObject } from "../../prompts/reply-json.ts";
import { readScore, type Scale } from "../../prompts/score-reply.ts";
import { readVerdict } from "../../prompts/verdict.ts";
import { type Asked, askJudge } from "./ask.ts";
import { judgeRequest } from "./request.ts";
import type { JudgeSettings } from "./settings.ts";
import { weightedScore } from "./weighted-score.ts";

/** What a reply says of one output, in whichever format. */
interface Opinion {
  /** 0 to 1. */
  readonly value: number;
  readonly pass: boolean | null;
  readonly reason: string;
  readonly confident: boolean;
  /** As the judge gave it. */
  readonly score?: number;
  readonly label?: string;
  readonly explanation?: string;
  readonly values?: Readonly<Record<string, number>>;
  readonly object?: JsonObject;
  readonly repaired?: boolean;
}

/** One output, one judgment. */
export async function judgeOne(
  settings: JudgeSettings,
  attempt: Attempt,
  output: string,
  model: Model,
  signal: AbortSignal,
): Promise<Score> {
  const request = judgeRequest(settings, attempt, { output }, model.abilities);
  if ("error" in request) return request;
  const asked = await askJudge(model, request, (text) => readOpinion(text, settings, request.tag), signal);
  const { read: opinion, error } = asked;
  if (opinion === null || error !== null) return { ...notesOf(settings, model, asked, {}), ...unreadable(error) };
  const weighed = weigh(opinion, asked, settings);
  const { value, pass, reason, confident } = weighed;
  const told: ScoreNotes = {
    ...(opinion.explanation === undefined ? {} : { explanation: opinion.explanation }),
    ...(opinion.values === undefined ? {} : { values: opinion.values }),
  };
  const verdict: Verdict = { value, pass, confident, reason };
  return { ...verdict, ...told, ...notesOf(settings, model, asked, detailOf(weighed)) };
}

function unreadable(error: Asked<unknown>["error"]): Pick<Extract<Score, { value: null }>, "value"> & {
  readonly error: NonNullable<Asked<unknown>["error"]>;
} {
  return {
    value: null,
    error: error ?? { stage: "judge", code: "exception", message: "the judge gave nothing to read", retryable: false },
  };
}

/** What is told of every judgment, under a name of its own: the judge's words must not pass for our record. */
export function notesOf(
  settings: JudgeSettings,
  model: Model,
  { replies, reply, usage }: Pick<Asked<unknown>, "replies" | "reply" | "usage">,
  detail: { readonly [key: string]: Json },
): ScoreNotes {
  const judge: Json = {
    model: model.id,
    ...(reply?.model === null || reply?.model === undefined ? {} : { served_by: reply.model }),
    format: settings.comparative ? "comparative" : settings.format,
    ...detail,
    ...(replies.length > 1 ? { replies } : {}),
  };
  const raw = replies.at(-1);
  return { ...(raw === undefined ? {} : { raw }), usage, metadata: { judge } };
}

function detailOf(opinion: Opinion & { readonly plain?: number; readonly mass?: number }) {
  return {
    ...(opinion.score === undefined ? {} : { score: opinion.score }),
    ...(opinion.plain === undefined ? {} : { plain_score: opinion.plain, mass: opinion.mass ?? 0 }),
    ...(opinion.label === undefined ? {} : { label: opinion.label }),
    ...(opinion.object === undefined ? {} : { json: opinion.object }),
    ...(opinion.repaired === true ? { repaired: true } : {}),
  };
}

function readOpinion(text: string, settings: JudgeSettings, tag: string): Reading<Opinion> {
  if (settings.format === "json") return readJson(text, settings);
  if (settings.format === "score") {
    const { read: found, unread: fault } = readScore(text, settings.scale, settings.scoreKey);
    if (found === undefined) return { unread: fault };
    const { explanation, object } = found;
    return read({
      ...scored(shareOf(found.score, settings.scale), settings.threshold),
      score: found.score,
      ...(explanation === undefined ? {} : { explanation }),
      ...(object === undefined ? {} : { object: object.value, repaired: object.repaired }),
    });
  }
  const { read: found, unread: fault } = readVerdict(text, { menu: settings.menu, tag });
  if (found === undefined) return { unread: fault };
  const { label, explanation, object } = found;
  return read({
    ...labelled(label.value, settings),
    label: label.label,
    ...(explanation === undefined ? {} : { explanation }),
    ...(object === undefined ? {} : { object: object.value, repaired: object.repaired }),
  });
}

/** A full and an empty value speak for themselves; between them only a threshold can say what passes. */
function labelled(value: number, { format, threshold }: JudgeSettings) {
  const pass = threshold !== null ? value >= threshold : value === 1 ? true : value === 0 ? false : null;
  const reason = format === "binary" ? (value === 1 ? "correct" : "incorrect") : "choice";
  return { value, pass, reason, confident: true };
}

function scored(value: number, threshold: number | null) {
  const pass = threshold === null ? null : value >= threshold;
  return { value, pass, reason: pass === null ? "scored" : pass ? "passed" : "failed", confident: true };
}

/** Where score and pass speak of one output, they must agree; which of them is wrong cannot be told. */
function readJson(text: string, settings: JudgeSettings): Reading<Opinion> {
  const { read: found, unread: fault } = readJudgment(text, settings);
  if (found === undefined) return { unread: fault };
  const { score, pass, object, explanation } = found;
  const { scale, threshold } = settings;
  const value = score === null ? (pass === true ? 1 : 0) : shareOf(score, scale);
  if (score !== null && pass !== null) {
    const disagrees =
      threshold === null ? pass === (value === 0) && (value === 0 || value === 1) : pass !== value >= threshold;
    if (disagrees) return unread("contradiction", `the judge's JSON says pass ${pass} and score ${score}`);
  }
  const by = scored(value, threshold);
  const said = by.pass ?? pass;
  const values = Object.entries(found.dimensions).map(([name, one]) => [name, shareOf(one, scale)] as const);
  return read({
    value,
    pass: said,
    reason: said === null ? "scored" : said ? "passed" : "failed",
    confident: true,
    ...(score === null ? {} : { score }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(values.length === 0 ? {} : { values: Object.fromEntries(values) }),
    object: object.value,
    repaired: object.repaired,
  });
}

function weigh(opinion: Opinion, { reply }: Asked<unknown>, { format, scale, threshold, logprobs }: JudgeSettings) {
  if (format !== "score" || !logprobs || opinion.score === undefined || !reply?.logprobs) return opinion;
  const weighted = weightedScore(reply.logprobs, opinion.score, scale);
  if (weighted === null) return opinion;
  const { score, mass } = weighted;
  return { ...opinion, ...scored(shareOf(score, scale), threshold), score, plain: opinion.score, mass };
}

/** A score as a share of its scale. */
export function shareOf(score: number, { low, high }: Scale): number {
  return (score - low) / (high - low);
}
