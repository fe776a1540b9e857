/** The part of the Standard Schema interface (version 1) that options need; valibot, zod, arktype and others have it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The option names that a schema declares, or null where it does not show them. Reads valibot's and zod's objects. */
export function declaredKeys(schema: object): readonly string[] | null {
  const shape = "entries" in schema ? schema.entries : "shape" in schema ? schema.shape : null;
  return typeof shape === "object" && shape !== null ? Object.keys(shape) : null;
}
