import type { AnswerKind } from "./answer-kind.ts";

interface FieldPlaces {
  readonly input: string | null;
  readonly output: string;
  readonly target: string;
  /** Whether any of them was guessed. */
  readonly guessed: boolean;
}

interface EvalTextParts {
  readonly name: string;
  /** What the editor reads for completion. */
  readonly schema: string;
  /** As the eval file names it. */
  readonly dataset: string;
  readonly kind: AnswerKind;
  /** Where the parts of a sample stand; null where the rows have the usual names. */
  readonly fields: FieldPlaces | null;
  readonly groupBy: string | null;
  readonly gates: readonly (readonly [name: string, rule: string])[];
}

/** An eval file with a comment for each part. Texts of the user are quoted, so any name of a field is safe. */
export function evalText({ name, schema, dataset, kind, fields, groupBy, gates }: EvalTextParts): string {
  const parts = [
    `# yaml-language-server: $schema=${schema}
# An eval: recorded outputs, and what is checked about them.
name: ${quoted(name)}
`,
    `# Rows as JSONL, JSON, CSV, TSV, parquet or YAML. A target may be a list: any one of it is right.
dataset: ${quoted(dataset)}
`,
  ];
  if (fields !== null) {
    const mapped = [
      ...(fields.input === null ? [] : [`  input: ${quoted(fields.input)}\n`]),
      `  target: ${quoted(fields.target)}\n`,
    ];
    const how = fields.guessed
      ? "Guessed from the names of the fields: please check."
      : "Where the parts of a row stand.";
    parts.push(`# ${how} Dotted paths lead into objects.
fields:
${mapped.join("")}output_field: ${quoted(fields.output)}
`);
  }
  if (groupBy !== null) {
    parts.push(`# Statistics are also given for each value of this field.
group_by: ${quoted(groupBy)}
`);
  }
  parts.push(`# Each scorer reads every output; its figures stand under its name.
scorers:
${SCORERS[kind]}
  # The whole output, compared as it is: how many outputs are nothing but the answer.
  - name: verbatim
    type: exact_match
`);
  parts.push(
    gates.length > 0
      ? `# A missed gate makes the command exit with 1, too many errors with 3.
gates:
${gates.map(([gate, rule]) => `  ${quoted(gate)}: ${quoted(rule)}\n`).join("")}`
      : `# A missed gate makes the command exit with 1, too many errors with 3.
# gates:
#   answer: ">= 0.8"
#   errors: "<= 5%"
`,
  );
  return parts.join("\n");
}

const SCORERS: Readonly<Record<AnswerKind, string>> = {
  numbers: `  # The final number of the output, reasoning left out, equals the target: 1,250.00 is 1250, 3/4 is 0.75.
  - name: answer
    type: pipeline
    extractors:
      - type: strip_reasoning
      - type: number
    verifier:
      type: numeric
`,
  marked_numbers: `  # The final number of the output, reasoning left out, equals the final number of the target.
  - name: answer
    type: pipeline
    extractors:
      - type: strip_reasoning
      - type: number
    target_extractors:
      - type: number
    verifier:
      type: numeric
`,
  letters: `  # The letter that the output chooses, reasoning left out, is the target: "The answer is (B)." is B.
  - name: answer
    type: pipeline
    extractors:
      - type: strip_reasoning
      - type: mcq
    verifier:
      type: mcq_match
`,
  texts: `  # The output, reasoning left out, equals the target, or else names it.
  - name: answer
    type: pipeline
    extractors:
      - type: strip_reasoning
    verifier:
      type: composite
      verifiers:
        - type: exact_match
        - type: contains
`,
};

/** Plain where YAML reads it back as the same text, else in double quotes, which JSON's are. */
function quoted(text: string): string {
  const plain =
    /^[A-Za-z_./][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n|\.+|\.(?:nan|inf))$/i.test(text);
  return plain ? text : JSON.stringify(text);
}
