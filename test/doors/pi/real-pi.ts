import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The newest that runs on Node 20. */
export const PI_VERSION = "0.74.2";

export interface RealPi {
  /** A folder of its own, with settings that name one model and the package that was built here. */
  readonly folder: string;
  run(argv: readonly string[]): Promise<{ readonly out: string; readonly err: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Installs the real Pi outside the project, once; null with the reason where the registry is out of reach. */
export async function installPi(): Promise<{ readonly program: string } | { readonly why: string }> {
  const folder = join(tmpdir(), `veridic-pi-${PI_VERSION}`);
  const program = join(folder, "node_modules/@earendil-works/pi-coding-agent/dist/cli.js");
  const whole = join(folder, "installed");
  if (existsSync(whole)) return { program };
  mkdirSync(folder, { recursive: true });
  const name = `@earendil-works/pi-coding-agent@${PI_VERSION}`;
  try {
    await run(
      "npm",
      ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", name],
      { timeout: 300_000 },
    );
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return { why: said.trim().split("\n").at(-1) ?? said };
  }
  // An install that was cut short has no such file, and is made anew.
  await writeFile(whole, "");
  return { program };
}

/** A workplace of Pi in which `built` is the package as it would be installed. */
export async function openPi(program: string, baseUrl: string): Promise<RealPi> {
  const folder = mkdtempSync(join(tmpdir(), "veridic-pi-work-"));
  const agent = join(folder, "agent");
  const installed = join(folder, "node_modules/veridic");
  await mkdir(agent, { recursive: true });
  await mkdir(installed, { recursive: true });
  for (const part of ["package.json", "dist", "extensions", "skills", "prompts"]) {
    if (existsSync(resolve(part))) cpSync(resolve(part), join(installed, part), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(installed, "node_modules"));
  await writeFile(join(agent, "settings.json"), JSON.stringify({ packages: [installed] }));
  const model = (id: string) => ({ id, contextWindow: 128_000, maxTokens: 8_192 });
  await writeFile(
    join(agent, "models.json"),
    JSON.stringify({
      providers: {
        loopback: {
          baseUrl,
          api: "openai-completions",
          apiKey: "no-key-but-a-word",
          models: ["agent", "judge-one", "judge-two"].map(model),
        },
      },
    }),
  );
  const variables = Object.entries(process.env).filter(([name]) => !/_API_KEY$|^VERIDIC_/.test(name));
  return {
    folder,
    run: async (argv) => {
      const running = run(process.execPath, [program, "--offline", "--no-session", ...argv], {
        cwd: folder,
        timeout: 120_000,
        maxBuffer: 64_000_000,
        env: { ...Object.fromEntries(variables), PI_CODING_AGENT_DIR: agent },
      });
      // Pi takes an open input for a part of the prompt, and waits for its end.
      running.child.stdin?.end();
      const { stdout, stderr } = await running;
      return { out: stdout, err: stderr };
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
