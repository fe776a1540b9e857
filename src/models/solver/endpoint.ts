import { ConfigError } from "../../core/errors.ts";
import { ModelError, type ModelReply } from "../../core/model.ts";
import { readPath } from "../../core/path.ts";
import type { Solver, SolverRequest } from "../../core/solver.ts";
import type { Json } from "../../core/types.ts";
import type { Http } from "../http.ts";
import { throwFault } from "../provider-fault.ts";
import type { AnswerHeaders } from "../traffic/retry-after.ts";
import { costOf, finishReasonOf, keysOf, kindOf, plain, readAnswer, replyOf } from "./answer.ts";
import { fillBody } from "./body.ts";
import type { EndpointChoice } from "./choice.ts";
import { toLine } from "./command.ts";

export interface EndpointOptions {
  readonly http: Http;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of the headers that are struck from the answer. */
  readonly keys: readonly string[];
  /** Told the headers of each answer, for its limits. */
  readonly heard: (headers: AnswerHeaders) => void;
}

/** An address as a solver: one call, one reply, no retry. */
export function endpointSolver(choice: EndpointChoice, { http, headers, keys, heard }: EndpointOptions): Solver {
  const { url, method, body, paths, timeoutMs } = choice;
  return {
    id: choice.name,
    solve: async (request, signal) => {
      const sent = body === null ? toLine(request) : fillBody(body, request);
      // The query of a GET is all that it can say.
      const target = method === "GET" ? withQuery(url, request) : url;
      const text = paths.output === null;
      const call = { url: target, method, headers, keys, body: sent, text, timeoutMs, heard };
      const reply = await http.post(call, signal);
      return readReply(reply, choice, request);
    },
    reach: async (signal) => {
      try {
        await http.reach(url, signal);
      } catch (cause) {
        if (!(cause instanceof ModelError)) throw cause;
        const place = "solver.url";
        throw new ConfigError("unreachable", `the solver cannot be reached: ${cause.message}`, { place, cause });
      }
    },
    close: () => http.close(),
  };
}

function withQuery(url: URL, { id, epoch, input, prompt, metadata }: SolverRequest): URL {
  const full = new URL(url);
  const values: Readonly<Record<string, Json>> = { id, epoch, input, ...(prompt === undefined ? {} : { prompt }) };
  for (const [name, value] of Object.entries({ ...metadata, ...values })) {
    full.searchParams.set(name, plain(value) ?? JSON.stringify(value));
  }
  return full;
}

function readReply(reply: Json, choice: EndpointChoice, request: SolverRequest): ModelReply {
  const { paths } = choice;
  const at = (path: string | null) => (path === null ? undefined : readPath(reply, path));
  const said = paths.output === null ? null : read(reply, paths.output, at(paths.output), at(paths.finishReason));
  const whole = said === null ? readAnswer(reply, request) : replyOf(said, { raw: reply });
  return {
    ...whole,
    reasoning: paths.reasoning === null ? whole.reasoning : plain(at(paths.reasoning)),
    finishReason: paths.finishReason === null ? whole.finishReason : finishReasonOf(at(paths.finishReason)),
    usage: paths.costUsd === null ? whole.usage : { ...whole.usage, costUsd: costOf(at(paths.costUsd)) },
  };
}

/** Nothing where the answer should be is no empty answer, unless the reply says that the token limit cut it. */
function read(reply: Json, path: string, found: Json | undefined, reason: Json | undefined): string {
  const text = plain(found);
  if (text !== null) return text;
  if (found === null && (finishReasonOf(reason) === "length" || finishReasonOf(reason) === "refusal")) return "";
  throwFault(reply, "the solver");
  const has = found === undefined ? `no ${path}, but ${keysOf(reply)}` : `${kindOf(found)} at ${path}`;
  throw new ModelError("bad_reply", `the solver cannot be understood: its reply has ${has}`);
}
