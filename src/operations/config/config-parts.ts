import { resolve } from "node:path";

export type Part = Readonly<Record<string, unknown>>;

/** A configuration with each map in it that has a `type` changed. Values that were given in code stay what they are. */
export function mapParts(value: unknown, place: string, change: (part: Part, place: string) => Part): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapParts(item, `${place}[${index}]`, change));
  if (!isPlain(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapParts(item, `${place}.${key}`, change)]),
  );
  return typeof value["type"] === "string" ? change(inner, place) : inner;
}

/** A reward function has several spellings for the option that names it. */
export const REWARD_NAMES = ["reward", "function", "reward_function", "rewardFunction"] as const;

const FILE_NAMES: Readonly<Record<string, readonly string[]>> = {
  python: ["file", "path"],
  reward_function: REWARD_NAMES,
};

/** Parts whose files are named by full paths, where their own folder will not be known later. */
export function withFullPaths(config: unknown, folder: string, types = Object.keys(FILE_NAMES)): unknown {
  return mapParts(config, "", (part) => {
    const type = String(part["type"]);
    const names = types.includes(type) ? (FILE_NAMES[type] ?? []) : [];
    const full = names.flatMap((name) => {
      const path = part[name];
      return typeof path === "string" && isRelative(path) ? [[name, resolve(folder, path)] as const] : [];
    });
    return { ...part, ...Object.fromEntries(full) };
  });
}

/** Neither an address nor a registered name, which has no dot. */
function isRelative(path: string): boolean {
  return !/^https?:\/\//i.test(path) && path.includes(".");
}

function isPlain(value: unknown): value is Part {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
