import { commandTable } from "./command-table.ts";
import { fieldTable } from "./option-table.ts";

/** How the pages are brought up to date. */
export const COMMAND = "npx jiti scripts/field-tables.ts";

const MARKED = /(<!-- (fields|options): ([\w -]+?) -->\n)[\s\S]*?(<!-- \/\2 -->)/g;

/**
 * A page with its tables made anew: `<!-- fields: exact_match -->` … `<!-- /fields -->` holds the options of a type or
 * the keys of a file, `<!-- options: runs list -->` … `<!-- /options -->` those of a command. Throws for a name that
 * is neither.
 */
export function withTables(page: string): string {
  return page.replace(MARKED, (_, open: string, kind: string, name: string, close: string) => {
    return `${open}${kind === "fields" ? fieldTable(name) : commandTable(name)}\n${close}`;
  });
}

/** The names of the markers of a page, such as `fields: exact_match`. */
export function markersOf(page: string): readonly string[] {
  return [...page.matchAll(MARKED)].map((match) => `${match[2]}: ${match[3]}`);
}
