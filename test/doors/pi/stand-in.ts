import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { addToPi } from "../../../src/doors/pi/extension.ts";
import type {
  AskPi,
  PiCommand,
  PiContext,
  PiMessage,
  PiModel,
  PiRegistry,
  PiReply,
  PiTool,
  PiToolResult,
} from "../../../src/doors/pi/host.ts";
import { honestJudge } from "../../operations/selection/judge-answer.ts";

export function piModel(name: string, more: Partial<PiModel> = {}): PiModel {
  const slash = name.indexOf("/");
  return {
    provider: name.slice(0, slash),
    id: name.slice(slash + 1),
    name,
    input: ["text"],
    contextWindow: 128_000,
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:9/v1",
    reasoning: false,
    maxTokens: 8_192,
    cost: { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 1 },
    ...more,
  };
}

export interface StandInModel {
  readonly model: PiModel;
  /** Absent for a model that nobody may ask. */
  readonly key?: string;
  readonly subscription?: boolean;
}

/** A registry of these models, as far as we ask it. */
export function registryOf(models: readonly StandInModel[]): PiRegistry {
  const entry = (model: PiModel) => models.find((one) => one.model === model);
  return {
    getAll: () => models.map(({ model }) => model),
    find: (provider, id) => models.find(({ model }) => model.provider === provider && model.id === id)?.model,
    hasConfiguredAuth: (model) => entry(model)?.key !== undefined,
    isUsingOAuth: (model) => entry(model)?.subscription === true,
    getApiKeyForProvider: async (provider) =>
      models.find(({ model, key }) => model.provider === provider && key !== undefined)?.key,
    getApiKeyAndHeaders: async (model) => {
      const key = entry(model)?.key;
      return key === undefined
        ? { ok: false, error: "the command `pass show secret` failed" }
        : { ok: true, apiKey: key };
    },
  };
}

export function replyOf(text: string, more: Partial<PiReply> = {}): PiReply {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    content: [{ type: "text", text }],
    model: "m",
    usage: { input: 10, output: 5, cacheRead: 4, cacheWrite: 1, totalTokens: 20, cost },
    stopReason: "stop",
    ...more,
  };
}

/** Judges by the quality that a candidate writes of itself. */
export const honest: AskPi = async (_model, { messages }) => {
  const last = messages.at(-1);
  return replyOf(honestJudge(typeof last?.content === "string" ? last.content : ""));
};

export interface StandInOptions {
  readonly models?: readonly StandInModel[];
  readonly ask?: AskPi;
  /** Absent where nobody is there to ask. */
  readonly select?: (title: string, options: readonly string[]) => string | undefined;
  readonly editor?: string;
  readonly sessionModel?: PiModel;
}

export interface StandIn {
  readonly folder: string;
  readonly tool: PiTool;
  readonly messages: readonly PiMessage[];
  readonly notices: readonly string[];
  readonly statuses: readonly (string | undefined)[];
  readonly menus: readonly (readonly string[])[];
  readonly commands: ReadonlyMap<string, PiCommand>;
  command(name: string, given?: string): Promise<void>;
  /** The tool as Pi calls it; what it shows on the way is in `updates`. */
  call(given: object, signal?: AbortSignal): Promise<PiToolResult & { readonly updates: readonly string[] }>;
  write(path: string, text: string): void;
  read(path: string): Promise<string>;
  git(...argv: readonly string[]): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** As much of Pi as the extension sees, in a folder that goes when the test ends. */
export function standIn(options: StandInOptions = {}): StandIn {
  const folder = mkdtempSync(join(tmpdir(), "veridic-pi-"));
  const tools: PiTool[] = [];
  const commands = new Map<string, PiCommand>();
  const messages: PiMessage[] = [];
  const notices: string[] = [];
  const statuses: (string | undefined)[] = [];
  const menus: (readonly string[])[] = [];
  addToPi(
    {
      registerTool: (tool) => tools.push(tool),
      registerCommand: (name, command) => commands.set(name, command),
      sendMessage: (message) => messages.push(message),
    },
    { ask: options.ask ?? honest, root: folder },
  );
  const [tool] = tools;
  if (tool === undefined) throw new Error("no tool was registered");
  const context: PiContext = {
    cwd: folder,
    hasUI: options.select !== undefined || options.editor !== undefined,
    ui: {
      select: async (title, lines) => {
        menus.push(lines);
        return options.select?.(title, lines);
      },
      editor: async () => options.editor,
      notify: (message) => notices.push(message),
      setStatus: (_key, text) => statuses.push(text),
    },
    modelRegistry: registryOf(options.models ?? []),
    model: options.sessionModel,
    signal: undefined,
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    folder,
    tool,
    commands,
    messages,
    notices,
    statuses,
    menus,
    command: async (name, given = "") => {
      const command = commands.get(name);
      if (command === undefined) throw new Error(`there is no command ${name}`);
      await command.handler(given, context);
    },
    call: async (given, signal) => {
      const updates: string[] = [];
      const prepared = tool.prepareArguments(given) as Readonly<Record<string, unknown>>;
      const hear = ({ content }: PiToolResult) => updates.push(content.map(({ text }) => text).join(""));
      const result = await tool.execute("call", prepared, signal, hear, context);
      return { ...result, updates };
    },
    write,
    read: (path) => readFile(join(folder, path), "utf8"),
    git: (...argv) => {
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...argv], { cwd: folder });
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
