import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * A provider on the loopback address in a process of its own, so that its processor time is not counted. It speaks chat
 * completions and answers after so many milliseconds: a judge's request with a verdict, any other with a sentence. What
 * asks no model is answered at once.
 */
const SERVER = `
const latency = Number(process.argv[1]);
const head = '{"id":"c","object":"chat.completion","created":1767600000,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":';
const tail = ',"refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":90,"completion_tokens":40,"total_tokens":130,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}}';
const answer = head + JSON.stringify("Let me add the two numbers, one digit after the other. ".repeat(4) + "The answer is 42.") + tail;
const verdict = head + JSON.stringify('{"explanation": "The sum is right and said in few words.", "score": 4}') + tail;
const server = require("node:http").createServer({ keepAliveTimeout: 60000 }, (request, response) => {
  let text = "";
  request.setEncoding("latin1").on("data", (piece) => { text += piece; });
  request.on("end", () => {
    const body = text.includes("Rubric:") ? verdict : answer;
    const reply = () => response.writeHead(200, { "content-type": "application/json" }).end(body);
    if (latency > 0 && request.method === "POST") setTimeout(reply, latency);
    else reply();
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
`;

export interface ModelProcess {
  /** `http://127.0.0.1:PORT/v1` */
  readonly url: string;
  stop(): void;
}

export async function startModelProcess(latencyMs = 0): Promise<ModelProcess> {
  const server = spawn(process.execPath, ["-e", SERVER, String(latencyMs)], { stdio: ["ignore", "pipe", "inherit"] });
  return { url: `http://127.0.0.1:${await portOf(server)}/v1`, stop: () => void server.kill() };
}

async function portOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("the server has no output");
  const [port] = await once(server.stdout, "data");
  return String(port);
}
