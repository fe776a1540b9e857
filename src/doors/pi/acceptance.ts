import { ConfigError } from "../../core/errors.ts";
import { collapseSpace } from "../../core/text.ts";
import { DIFF_CHARS, STATUS_CHARS, type TrackedChange } from "./git-diff.ts";
import type { Input } from "./given-input.ts";

/** What a change is audited for. */
export interface Acceptance {
  /** What stands above the criteria; blank where nothing does. */
  readonly task: string;
  readonly bullets: readonly string[];
}

const HEADING = /^[\s#*_]{0,20}acceptance(?:[ \t]{1,9}criteria)?[*_]{0,3}[ \t]{0,9}:?[*_]{0,3}(.*)$/i;
const BULLET = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;

/**
 * Reads the bullets under `Acceptance:`; without that line, all bullets. A bullet goes on in indented lines; the list
 * ends at the first line that belongs to none. Throws a `ConfigError` where there is no bullet.
 */
export function readAcceptance(text: string): Acceptance {
  const lines = text.split(/\r?\n/);
  const heading = lines.findIndex((line) => headingRest(line) !== null);
  const from = heading < 0 ? lines.findIndex((line) => BULLET.test(line)) : heading + 1;
  const task = lines.slice(0, heading < 0 ? Math.max(0, from) : heading);
  const rest = heading < 0 ? "" : (headingRest(lines[heading] ?? "") ?? "");
  const bullets = from < 0 ? [] : bulletsIn([...(rest === "" ? [] : [rest]), ...lines.slice(from)]);
  if (bullets.length === 0) {
    throw new ConfigError("no_criteria", "there is nothing to check the change against", {
      expected: "1 to 6 bullets under the line `Acceptance:`",
      hint: "as in /verify Acceptance: - the parser accepts empty input",
    });
  }
  return { task: task.join("\n").trim(), bullets };
}

/** What stands behind the heading on its line; null for a line that is no heading. */
function headingRest(line: string): string | null {
  const rest = HEADING.exec(line)?.[1];
  if (rest === undefined) return null;
  // "Acceptance tests were added" is a sentence.
  const isHeading = rest.trim() === "" || /acceptance(?:[ \t]{1,9}criteria)?[*_]{0,3}[ \t]{0,9}:/i.test(line);
  return isHeading ? rest.trim() : null;
}

function bulletsIn(lines: readonly string[]): readonly string[] {
  const bullets: string[] = [];
  let open = false;
  for (const line of lines) {
    const bullet = BULLET.exec(line)?.[1];
    if (bullet !== undefined) {
      bullets.push(bullet.trim());
      open = true;
    } else if (line.trim() === "") {
      open = false;
    } else if (open && /^[ \t]/.test(line)) {
      bullets.push(`${bullets.pop() ?? ""} ${line.trim()}`);
    } else {
      break;
    }
  }
  return bullets.map(collapseSpace).filter((bullet) => bullet !== "");
}

/** Longer bullets are cut in names, never in descriptions. */
const NAME_CHARS = 72;

/** The audit of a change. Nothing of it is cut: a verdict on a part of a diff would pass for one on the whole. */
export function auditInputOf({ task, bullets }: Acceptance, { diff, status }: TrackedChange): Input {
  const names = new Set<string>();
  const criteria = bullets.map((bullet, index) => {
    const number = index + 1;
    const cut = [...bullet].slice(0, NAME_CHARS).join("");
    const name =
      names.has(cut) && cut !== bullet ? `${[...bullet].slice(0, NAME_CHARS - 4).join("")} (${number})` : cut;
    names.add(name);
    return {
      id: `acceptance-${number}`,
      name,
      description:
        `Does the change meet this: ${bullet}\n` +
        "Strong evidence is in the changed lines themselves. It is a failure where nothing in the diff brings it about, " +
        "or where the diff breaks it.",
    };
  });
  return {
    mode: "audit",
    task: task === "" ? "Change the code so that the acceptance criteria hold." : task,
    criteria,
    candidates: [{ id: "tracked-diff", content: diff }],
    evidence: [{ label: "git status", content: status }],
    maxCandidateChars: DIFF_CHARS,
    maxEvidenceChars: STATUS_CHARS,
  };
}
