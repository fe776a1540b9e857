/** Scripts that one language of the benchmark alone is written in. */
const OF_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\uac00-\ud7af]/g, "ko"],
  [/[\u0980-\u09ff]/g, "bn"],
  [/[\u0e00-\u0e7f]/g, "th"],
  [/[\u0b80-\u0bff]/g, "ta"],
  [/[\u0c00-\u0c7f]/g, "te"],
  [/[\u0c80-\u0cff]/g, "kn"],
  [/[\u0d00-\u0d7f]/g, "ml"],
  [/[\u0a80-\u0aff]/g, "gu"],
  [/[\u0a00-\u0a7f]/g, "pa"],
  [/[\u0590-\u05ff]/g, "he"],
  [/[\u0370-\u03ff]/g, "el"],
  [/[\u4e00-\u9fff]/g, "zh-cn"],
];

interface Family {
  readonly letters: RegExp;
  /** Frequent short words of each language; the first is taken where none decides. */
  readonly words: Readonly<Record<string, string>>;
  /** Letters that only one of them has. */
  readonly own: Readonly<Record<string, RegExp>>;
}

/** Scripts that several languages share. */
const FAMILIES: readonly Family[] = [
  {
    letters: /[\u0400-\u04ff]/g,
    words: {
      ru: "и в не на что я с он как это по но они к у ты из мы за вы так же от было бы для",
      uk: "і в не на що я з він як це по але вони до у ти із ми за ви так же від було б для та є",
      bg: "и в не на че аз с той как това по но те към у ти от ние за вие така да е са се ще",
    },
    own: { ru: /[ыэё]/g, uk: /[іїєґ]/g, bg: /ъ(?=[а-я])/g },
  },
  {
    letters: /[\u0600-\u06ff]/g,
    words: {
      ar: "في من على أن إلى عن هذا التي الذي ما لا هو كان مع هذه و ذلك",
      fa: "در به از که این را با است برای آن یک می تا بر و هم خود",
      ur: "میں کے کی ہے کا سے اور کو نے یہ پر ہیں کہ ایک وہ بھی اس",
    },
    own: { ar: /[ةىأإ]/g, fa: /[پچژگ]/g, ur: /[ٹڈڑںےہھ]/g },
  },
  {
    letters: /[\u0900-\u097f]/g,
    words: {
      hi: "के है में की से और को का एक यह पर नहीं हैं कि भी तो था हो",
      mr: "आहे आणि मध्ये च्या हे ते व या एक आहेत नाही तर होते केले साठी की",
      ne: "छ र को मा का यो हो पनि छन् गर्न लाई एक भने तर हुन्छ थियो गरेको",
    },
    own: { mr: /ळ/g },
  },
  {
    letters: /[a-z\u00df-\u024f\u1ea0-\u1ef9]/gi,
    words: {
      en: "the and of to in is that it for you with are on as this be have not or your from they can will",
      es: "el la de que y en los se del las un por con una su para es al lo como más pero",
      pt: "o a de que e do da em um para com não uma os no se na por mais as dos como mas",
      fr: "le la les de des et en un une du que est pour dans qui sur au par pas plus ce avec sont",
      de: "der die und das in den von zu mit sich des auf für ist im dem nicht ein eine als auch es",
      it: "il di che la e per un in del non si una da le con sono della è anche come al dei",
      pl: "i w nie na się że z do to jest o jak po co tak za od ale czy dla przez są oraz",
      vi: "và của là có cho không được với các một trong những người để này đã khi bạn tôi",
      sw: "na ya wa kwa ni katika za la kuwa cha hii kama lakini pia yake hiyo watu sana",
      fi: "ja on ei se että hän ovat oli joka mutta kun myös ole niin kuin sen tai tämä voi",
      nl: "de het een en van in is dat op te zijn voor met niet aan er om ook als maar",
      sv: "och att det i en på är som för av med den till inte ett har om jag vi",
      tr: "ve bir bu da için ile de çok daha olarak gibi var ama ne kadar sonra olan",
      id: "yang dan di untuk dengan dari ini pada adalah tidak dalam itu akan juga oleh atau",
    },
    own: {
      pl: /[ąęłśżźćń]/gi,
      vi: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gi,
      de: /ß/g,
      es: /[ñ¿¡]/gi,
      pt: /[ãõ]/gi,
    },
  },
];

/**
 * The language that most of a text is in, as a two-letter code; null where it has no letters. By script, and within a
 * script by letters that only one language has and by frequent short words. It stands in for the statistical detector of
 * the published checks: on a sentence or more they agree, on a few words neither is to be trusted.
 */
export function languageOf(text: string): string | null {
  const counts = OF_SCRIPT.map(([letters, language]) => ({ language, count: countOf(text, letters) }));
  const families = FAMILIES.map((family) => ({ family, count: countOf(text, family.letters) }));
  const script = counts.reduce((best, one) => (one.count > best.count ? one : best), { language: "", count: 0 });
  const shared = families.reduce<{ family: Family | null; count: number }>(
    (best, one) => (one.count > best.count ? one : best),
    { family: null, count: 0 },
  );
  if (script.count === 0 && shared.count === 0) return null;
  // Japanese mixes its own letters with Chinese ones, and a tenth of its own decides.
  const kana = counts.find(({ language }) => language === "ja")?.count ?? 0;
  if (script.language === "zh-cn" && kana * 10 > script.count && script.count >= shared.count) return "ja";
  return script.count > shared.count || shared.family === null ? script.language : withinFamily(text, shared.family);
}

function withinFamily(text: string, { words, own }: Family): string | null {
  const found = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) found.set(word, (found.get(word) ?? 0) + 1);
  let best: { language: string; score: number } | null = null;
  for (const [language, frequent] of Object.entries(words)) {
    const hits = frequent.split(" ").reduce((sum, word) => sum + (found.get(word) ?? 0), 0);
    const letters = own[language];
    const score = hits + (letters === undefined ? 0 : 2 * countOf(text, letters));
    if (best === null || score > best.score) best = { language, score };
  }
  return best?.language ?? null;
}

function countOf(text: string, letters: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(letters)) count++;
  return count;
}
