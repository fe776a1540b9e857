/** What a shell proposes as a value. */
export type Values =
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  | { readonly kind: "text" };

export interface CompletedOption {
  /** `-q` and `--quiet`. */
  readonly flags: readonly string[];
  readonly summary: string;
  readonly repeatable: boolean;
  /** Null where the option takes no value. */
  readonly values: Values | null;
}

export interface CompletedArgument {
  readonly variadic: boolean;
  readonly values: Values;
}

export interface CompletedCommand {
  /** `veridic runs list`. */
  readonly path: string;
  /** The name and its aliases. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly CompletedArgument[];
  readonly commands: readonly CompletedCommand[];
}

/** The command and everything below it. */
export function everyCommand(root: CompletedCommand): readonly CompletedCommand[] {
  return [root, ...root.commands.flatMap(everyCommand)];
}

/** A text as one word of a shell of the Bourne family. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Long descriptions do not fit beside a proposal: the first clause is enough there. */
export function brief(summary: string): string {
  const [first = ""] = summary.split(/\n|; | \(default/);
  return first.replace(/\.$/, "");
}
