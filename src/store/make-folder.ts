import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, and returns the first that had to be made. Node's own `recursive` never returns
 * where a system folder answers that a new folder's parent is not there.
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder);
    return folder;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return undefined;
    if (code !== "ENOENT" || dirname(folder) === folder) throw thrown;
    const first = await makeFolder(dirname(folder));
    // Another process may have made it meanwhile.
    await mkdir(folder).catch((again: unknown) => {
      if (codeOf(again) !== "EEXIST") throw again;
    });
    return first ?? folder;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
