/**
 * The words that say what a letter is doing in a sentence, in the languages that models answer in. A kind is a small
 * number, because the scan asks for it at every word.
 */
export const Kind = {
  End: 0,
  /** The end of a line. */
  Break: 1,
  /** The end of a sentence. */
  Stop: 2,
  Comma: 3,
  /** A colon, an equals sign, a dash between blanks, an arrow. */
  Colon: 4,
  /** `/` and `&` between letters. */
  Slash: 5,
  /** Any word or sign that says nothing here. */
  Other: 6,
  /** A label of the menu that stands alone. */
  Label: 7,
  /** A capital letter that stands alone and is not on the menu. */
  Foreign: 8,
  /** Several letters of the menu in one: `AC`. */
  Glued: 9,
  Box: 10,
  /** `</answer>`. */
  Close: 11,
  Answer: 12,
  Verb: 13,
  Noun: 14,
  Correct: 15,
  Copula: 16,
  Plural: 17,
  Filler: 18,
  Preposition: 19,
  Not: 20,
  None: 21,
  Know: 22,
  Because: 23,
  But: 24,
  If: 25,
  So: 26,
  Think: 27,
  And: 28,
  /** `go`, which is a verb of choice only before `with`. */
  Go: 29,
  /** `other`: what follows is not the answer. */
  Besides: 30,
  /** `wait`: what was declared is being thought over. */
  Wait: 31,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

export const WORDS: readonly (readonly [Kind, string])[] = [
  [
    Kind.Answer,
    `answer answers ans solution conclusion antwort lösung réponse reponse respuesta resposta risposta soluzione solución
     solucion solução ответ відповідь απάντηση antwoord jawaban jawabannya cevap yanıt odpowiedź odpověď svar svaret
     vastaus răspuns răspunsul válasz jibu ìdáhùn idahun án الإجابة الجواب उत्तर উত্তর คำตอบ תשובה התשובה 答案 答え 答 正解 解答 回答 정답 답 답변`,
  ],
  [
    Kind.Verb,
    `choose chose chosen choosing pick picked picking lean leaning meant select selected selecting opt opting vote wähle nehme choisis elijo
     escojo selecciono escolho scelgo выбираю 选 选择 選 選擇 選択 選ぶ`,
  ],
  [
    Kind.Noun,
    `option choice alternative letter selection opción opcion opção opcao opzione alternativa letra lettre lettera buchstabe
     möglichkeit auswahl choix вариант буква 选项 選項 選択肢 选择项 보기 선택지 번`,
  ],
  [
    Kind.Correct,
    `correct right best final accurate my richtig richtige richtigen korrekt korrekte beste correcte exact
     exacte juste bonne bon meilleure correcta correcto mejor correta correto certa certo melhor giusta giusto corretta
     corretto esatta migliore правильный правильная верный верная верно правильно 正确 正確 正しい 对 對 맞 맞습니다 옳은
     最终 最終 최종`,
  ],
  [
    Kind.Copula,
    `is be was it's that's c'est equals seems appears ist lautet wäre est es era é è sera sarà será это является adalah là jest är هي هو है হল হলো คือ היא 是 为 為 应为 應為 は が 는 은 이
     가 입니다 です`,
  ],
  [Kind.Plural, "are were both sind sont son são sono"],
  [
    Kind.Filler,
    `the would should must will might may could can likely definitely clearly then now
     indeed simply most actually still only maybe perhaps possibly certainly obviously follows either between das die der la le el
     il las los l' um its here surely rather instead as i 应该 應該 应 應 就 的 该 該 项 項 我 を 를 을`,
  ],
  [Kind.Preposition, "to for with of towards toward mit für pour por para per для на"],
  [
    Kind.Not,
    `not isn't can't cannot don't doesn't won't wasn't aren't wouldn't couldn't shouldn't didn't never nor wrong
     incorrect false too invalid excluding exclude excluded eliminate eliminates eliminated eliminating reject rejected
     except unlike than versus vs nicht kein falsch pas faux incorrecta incorrecto incorrecte falsa falso no non não dont cant
     нет не неверно неправильно 不 不是 非 错 錯 错误 錯誤 誤り 아닌 아니 틀린`,
  ],
  [
    Kind.None,
    `none neither unknown unclear unsure uncertain undetermined undefined impossible nothing all keine weder aucune
     aucun ninguna ninguno nenhuma nenhum nessuna nessuno неизвестно 无法 無法 以上都不是 以上皆非 都不是 都不对 없음`,
  ],
  [Kind.Know, "know known determine determined tell say sure certain clear decide answered provided"],
  [
    Kind.Because,
    "because since given due weil denn da parce car porque pois perché poiché perche потому 因为 因為 なので 이므로",
  ],
  [Kind.But, "but however sondern aber mais pero sino mas ma а но 而是 但是 但"],
  [Kind.If, "if suppose supposing assume assuming unless whether wenn falls si se если 如果 若 もし 만약"],
  [
    Kind.So,
    `so therefore thus hence leaves leaving leave guess probably it'd daher also deshalb donc entonces luego portanto quindi dunque perciò
     поэтому значит итак 故 因此 所以 只剩 剩下`,
  ],
  [Kind.Think, "think believe thought glaube denke crois creo acho credo думаю"],
  [Kind.Go, "go going"],
  [Kind.Besides, "other others remaining another possible andere anderen autres otras otros outras altre"],
  [Kind.Wait, "wait oops sorry correction moment hmm"],
  [Kind.And, "and or und oder et ou o и или 和 及 与 與 或 と 또는 그리고"],
];

export interface Word {
  readonly text: string;
  readonly kind: Kind;
}

/** Words of scripts with blanks, by the hash of their letters. */
export const wordsByHash: ReadonlyMap<number, readonly Word[]> = grouped(
  WORDS.flatMap(([kind, texts]) => texts.split(/\s+/).map((text) => ({ text, kind }))).filter(
    ({ text }) => !isSearched(text.charCodeAt(0)),
  ),
  ({ text }) => {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
    return hash;
  },
);

/** Words of scripts without blanks, and of those that join articles or endings to them, by their first character, the longest first. */
export const wordsByStart: ReadonlyMap<number, readonly Word[]> = grouped(
  WORDS.flatMap(([kind, texts]) => texts.split(/\s+/).map((text) => ({ text, kind })))
    .filter(({ text }) => isSearched(text.charCodeAt(0)))
    .sort((a, b) => b.text.length - a.text.length),
  ({ text }) => text.charCodeAt(0),
);

export const LONGEST_WORD = 16;

export function nextHash(hash: number, code: number): number {
  return (hash * 31 + code) | 0;
}

/** Han, kana and hangul: scripts in which a letter may follow without a blank. */
export function isCjk(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x11ff ||
      (code >= 0x2e80 && code <= 0x9fff && (code < 0x3000 || code > 0x303f)) ||
      (code >= 0xac00 && code <= 0xd7af) ||
      (code >= 0xf900 && code <= 0xfaff))
  );
}

/** Scripts whose words are looked for character by character: these, Arabic, Hebrew, Thai and those of India. */
export function isSearched(code: number): boolean {
  return isCjk(code) || (code >= 0x590 && code < 0x1000);
}

function grouped(words: readonly Word[], keyOf: (word: Word) => number): ReadonlyMap<number, readonly Word[]> {
  const groups = new Map<number, Word[]>();
  for (const word of words) {
    const group = groups.get(keyOf(word));
    if (group === undefined) groups.set(keyOf(word), [word]);
    else group.push(word);
  }
  return groups;
}
