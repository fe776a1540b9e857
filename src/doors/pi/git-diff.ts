import { execFile } from "node:child_process";
import { ConfigError, messageOf } from "../../core/errors.ts";

/** What differs from the last commit in files that git follows. */
export interface TrackedChange {
  readonly diff: string;
  /** The short form, which names new files too: these are not in the diff. */
  readonly status: string;
}

/** As much as a candidate and a piece of evidence may have. */
export const DIFF_CHARS = 40_000;
export const STATUS_CHARS = 20_000;
/** Enough to tell how much too large a change is. */
const MOST_BYTES = 4_000_000;

/**
 * The change in the repository of a folder, staged or not. Throws a `ConfigError` where there is none, or where it is too
 * large to be judged as a whole. Runs git itself and not Pi's `exec`, which breaks characters at the ends of pieces.
 */
export async function trackedChange(folder: string, signal: AbortSignal): Promise<TrackedChange> {
  const diff = await git(DIFF, folder, signal);
  if (diff.trim() === "") {
    throw new ConfigError("no_change", "no tracked file differs from the last commit", {
      place: folder,
      hint: "new files count once they are added: git add --intent-to-add FILE",
    });
  }
  const status = await git(["status", "--porcelain=v1"], folder, signal);
  checkSize("diff", diff, DIFF_CHARS);
  checkSize("status", status, STATUS_CHARS);
  return { diff, status };
}

/** No program that a repository names for its diffs is run. */
const DIFF = ["-c", "diff.relative=false", "diff", "--no-ext-diff", "--no-textconv", "--no-color", "HEAD", "--"];

function git(argv: readonly string[], folder: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      signal,
      maxBuffer: MOST_BYTES,
      encoding: "utf8" as const,
      // Looking must not take the lock of an index that the agent works with.
      env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
    };
    execFile("git", ["-c", "core.quotePath=false", ...argv], options, (failure, out, err) => {
      if (failure === null) resolve(out);
      else if (signal.aborted) reject(failure);
      else if (failure.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") reject(tooLarge("output of git", MOST_BYTES));
      else {
        const [line] = err.trim().split("\n");
        reject(
          new ConfigError("git_failed", `git cannot tell what has changed: ${line || messageOf(failure)}`, {
            place: folder,
            expected: "a repository with a commit",
            cause: failure,
          }),
        );
      }
    });
  });
}

function checkSize(what: string, text: string, most: number): void {
  if (text.length > most) throw tooLarge(`${what} (${text.length} characters)`, most);
}

function tooLarge(what: string, most: number): ConfigError {
  return new ConfigError("too_large", `the ${what} is too large to be judged as a whole`, {
    expected: `at most ${most} characters`,
    hint: "commit a part first, or audit files of it with llm_as_verifier",
  });
}
