/** Code is camelCase, everything that leaves the process snake_case. */

const snakes = new Map<string, string>();

/** `ignoreCase` -> `ignore_case`. Only for declared names, so the cache is as small as the vocabulary. */
export function snakeCase(name: string): string {
  let snake = snakes.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    if (snakes.size < 2_000) snakes.set(name, snake);
  }
  return snake;
}

/** `ignore_case` -> `ignoreCase`; `pass_at_5` -> `passAt5`. A leading underscore stays. */
export function camelCase(name: string): string {
  // Most names are one word, and an eval reads many of them for every row.
  if (!name.includes("_")) return name;
  return name.replace(/(?<=[^_])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
