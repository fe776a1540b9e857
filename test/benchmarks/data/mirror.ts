import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Mirror extends AsyncDisposable {
  readonly url: string;
  /** `GET /a/b`, with the range where one was asked for. */
  readonly requests: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
}

export interface MirrorFault {
  /** The connection is broken after so many bytes of a reply. */
  readonly cutAfter?: number;
  /** Replies that are cut so; default all. */
  readonly cuts?: number;
  readonly status?: number;
  /** Whether ranges and tags are left out, as simple servers do. */
  readonly plain?: boolean;
  /** The content is sent over and over, and its size is not told. */
  readonly endless?: boolean;
}

/** A server on this machine alone that serves contents by path, as a publisher or a proxy would. */
export async function mirror(
  contents: Readonly<Record<string, Uint8Array | undefined>>,
  fault: MirrorFault = {},
): Promise<Mirror> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  let cuts = fault.cuts ?? Number.POSITIVE_INFINITY;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { range, authorization } = request.headers;
    requests.push(`${request.url}${range === undefined ? "" : ` ${range}`}`);
    authorizations.push(authorization);
    const content = contents[request.url ?? ""];
    if (fault.status !== undefined || content === undefined) {
      response.writeHead(fault.status ?? 404).end();
      return;
    }
    if (fault.endless === true) {
      response.writeHead(200);
      const more = () => void response.write(content, () => setImmediate(more));
      more();
      return;
    }
    const tag = `"${content.length}"`;
    const from = fault.plain === true ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const same = request.headers["if-range"] === undefined || request.headers["if-range"] === tag;
    const start = same ? from : 0;
    const body = content.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      "content-length": body.length,
      ...(fault.plain === true ? {} : { etag: tag, "accept-ranges": "bytes" }),
    });
    if (fault.cutAfter === undefined || cuts-- <= 0) {
      response.end(body);
      return;
    }
    response.write(body.subarray(0, fault.cutAfter), () => setTimeout(() => response.destroy(), 20));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
