/** An answer that is nothing but the beginning of one: judges have been known to pass it. */

/** Longer texts say something beside the opener. */
const LONGEST = 160;

const SIGNS_ALONE = /^[\s.,:;…·•*_#`'"|~!¡¿—–-]+$/u;
const OPENER = new RegExp(
  [
    "(?:thought|thinking|reasoning|solution|analysis|explanation|final) ?(?:process|steps?|path)?",
    "(?:the )?(?:final )?(?:answer|solution|result|response)(?: is)?(?: as follows)?",
    "(?:let's|let us|let me|we will|we'll|i will|i'll|we can|i can|to) (?:solve|think|work|break|go|look|analy[sz]e|start|begin|approach|reason|consider|take)(?: [\\w']{1,15},?){0,12}",
    "(?:(?:ok|okay|sure|alright|first|well),? ?)?(?:let's|let us|let me) (?:solve|think|begin|start)(?: [\\w']{1,15},?){0,10}",
    "step (?:1|one|by step)",
    "here(?:'s| is) (?:the|my) (?:answer|solution|reasoning|response)",
    "解|解答|解析|答|答案|答え|回答|かいせつ|解説|思考过程|思考過程|让我们一步一步地?(?:思考|解决)(?:这个问题)?|풀이|정답|solucion|respuesta|losung|antwort|reponse|risposta|soluzione|resposta|ответ|решение",
  ]
    .map((one) => `(?:${one})`)
    .join("|")
    .replace(/^/, "^(?:")
    .concat(")[\\s.:…,!*_#-]*$"),
  "u",
);

/** `plain` is the whole answer in plain form. An empty one is not judged here, and a number or a word is an answer. */
export function isMasterKey(plain: string): boolean {
  if (plain === "" || plain.length > LONGEST) return false;
  return SIGNS_ALONE.test(plain) || OPENER.test(plain.trim());
}
