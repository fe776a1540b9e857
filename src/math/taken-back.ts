/** Words with which a text turns against what it has just declared. */
const TURNS =
  /\b(?:wait|hold on|actually|correction|corrected|oops|sorry|on second thoughts?|should (?:be|have been)|made an? (?:mistake|error)|let me (?:re-?|double[- ])(?:check|do|consider|calculate|compute|count|examine)|attends|attendez|en fait|en réalité|moment mal|korrektur|tatsächlich|espera|en realidad|corrección)\b|等等|等一下|不对|更正|应该是|应为/i;
/** Words that call it wrong, whatever follows. */
const WRONG =
  /\b(?:(?:that|this|it|which)(?:'s|’s| is| was) (?:wrong|incorrect|not (?:right|correct))|scratch that|my mistake|c'est faux|das ist falsch|eso es incorrecto)\b/i;
const NUMBER = /\d+/g;

/**
 * Whether a declared answer is taken back behind it: `The answer is 42. Wait, it should be 43.` A check that ends with
 * the number that was declared takes nothing back.
 */
export function isTakenBack(answer: string, behind: string): boolean {
  if (WRONG.test(behind)) return true;
  const turn = TURNS.exec(behind);
  if (turn === null) return false;
  const other = behind.slice(turn.index).match(NUMBER)?.at(-1);
  return other !== undefined && other !== answer.match(NUMBER)?.at(-1);
}
