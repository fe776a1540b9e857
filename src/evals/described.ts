import * as v from "valibot";

/** A part of an eval file with the words that editors and the docs show for it. */
export function described<S extends v.GenericSchema>(schema: S, text: string) {
  return v.pipe(schema, v.description(text));
}
