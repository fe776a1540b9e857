import type { Agent, Dispatcher } from "undici";
import { onAbort } from "./traffic/abort.ts";
import type { AnswerHeaders } from "./traffic/retry-after.ts";
import { createTurns } from "./turns.ts";

/** An answer as it came: not decompressed, whatever its status. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: AnswerHeaders;
  readonly bytes: Buffer;
}

export interface Question {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Told the headers as soon as they are there, even where the rest of the answer never comes. */
  readonly heard?: ((headers: AnswerHeaders) => void) | undefined;
}

export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The part of undici that keeps connections. The whole of it loads `fetch`, web sockets and caches as well, 110 files
 * that every command with a model would wait 60 ms for; its agent alone is 25, and is all that a call needs. The name
 * of the file inside the package holds because the version is pinned.
 */
export async function openDispatcher(options: Agent.Options, proxies: Proxies | null): Promise<Dispatcher> {
  if (proxies !== null) {
    const { EnvHttpProxyAgent } = await import("undici");
    return new EnvHttpProxyAgent({ ...options, ...proxies });
  }
  const { default: KeptConnections } = await import("undici/lib/dispatcher/agent.js");
  return new KeptConnections(options);
}

/** One for the process: whichever providers they are of, replies are worked on by one thread. */
const inTurn = createTurns();

/**
 * Sends one request and reads its answer to the end. Rejects with undici's error, or with the reason of `signal` as
 * soon as that is aborted, which also closes the connection. Nothing here goes through a stream: an answer is wanted
 * whole.
 */
export function exchange(dispatcher: Dispatcher, question: Question, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let stop: Dispatcher.DispatchController | null = null;
    let head: Omit<Answer, "bytes"> | null = null;
    const pieces: Buffer[] = [];
    const leave = onAbort(signal, () => {
      reject(signal.reason);
      stop?.abort(signal.reason);
    });
    const fail = (thrown: unknown) => {
      leave();
      reject(thrown);
    };
    if (signal.aborted) return;
    const { url, method, headers, body } = question;
    const request = { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers: { ...headers }, body };
    try {
      dispatcher.dispatch(request, {
        onRequestStart: (controller) => {
          stop = controller;
          if (signal.aborted) controller.abort(signal.reason);
        },
        onResponseStart: (_, status, answered) => {
          // 103 and its like come before the answer.
          if (status < 200) return;
          head = { status, headers: answered };
          question.heard?.(answered);
        },
        onResponseData: (_, piece) => {
          pieces.push(piece);
        },
        onResponseEnd: () => {
          leave();
          if (head === null) reject(new Error("the answer has no head"));
          else {
            const answer = { ...head, bytes: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces) };
            inTurn(() => resolve(answer));
          }
        },
        onResponseError: (_, error) => fail(error),
      });
    } catch (thrown) {
      fail(thrown);
    }
  });
}
