import { marks } from "./phrase.ts";
import type { Rule } from "./rule.ts";

/** What a language's attacker writes: an order to ignore, what is to be ignored, praise that is to be given. */
interface Language {
  readonly ignore: string;
  readonly rules: string;
  readonly give: string;
  readonly praise: string;
  readonly order?: "verb-last";
}

/** Without accents, as plain forms have them. */
const LATIN: readonly Language[] = [
  {
    ignore: "ignorier\\w{0,3}|missachte\\w{0,2}|vergiss|beachte nicht",
    rules:
      "bewertung\\w{0,14}|anweisung\\w{0,3}|kriteri\\w{1,3}|vorgaben|andere\\w? (?:kandidat|antwort)\\w{0,3}|vorherigen regeln",
    give: "vergib|gib|vergeben|bewerte|erklar\\w{0,3}|wahle?|geben",
    praise:
      "volle\\w? punkt\\w{0,5}|hochst\\w{0,5}(?: \\w+)? ?(?:punkt\\w{0,6}|note|wertung|bewertung)|bestnote|diese antwort (?:als|zum|zur) \\w+|beste note",
  },
  {
    ignore: "ignora\\w{0,4}|ignore|olvida\\w{0,3}|omite|desestim\\w{1,3}",
    rules:
      "rubrica|instruccion\\w{0,3}|criterios?|reglas (?:anteriores|previas|de evaluacion)|evaluacion|otr[ao]s? (?:respuesta|candidat)\\w{0,2}",
    give: "da|dale|otorga\\w{0,3}|asigna\\w{0,3}|declara\\w{0,2}|elige|selecciona|pon",
    praise:
      "maxima (?:puntuacion|calificacion|nota)|puntuacion (?:maxima|perfecta)|nota maxima|ganador\\w? (?:a )?esta|esta respuesta (?:como )?(?:la )?ganadora|puntaje maximo",
  },
  {
    ignore: "ignore[zr]?|oublie[zr]?|ne tene[zr] pas compte|neglige[zr]?",
    rules:
      "instructions? (?:precedentes?|ci-dessus|anterieures?)|consignes?|grille(?: d'evaluation| de notation)?|criteres?|bareme|l'autre (?:reponse|candidat)|regles (?:de notation|precedentes)",
    give: "donne[zr]?|attribue[zr]?|accorde[zr]?|declare[zr]?|choisi\\w{0,5}|mette[zr]",
    praise:
      "note maximale|meilleure note|score maximal|maximum de points|cette reponse (?:comme )?(?:gagnante|la meilleure|correcte)|gagnante? cette reponse",
  },
  {
    ignore: "ignora\\w{0,2}|ignori\\w{0,3}|dimentica\\w{0,2}|trascura\\w{0,2}",
    rules:
      "istruzioni|criteri|rubrica|regole (?:precedenti|di valutazione)|griglia|valutazione|altr[aoe] (?:risposta|candidat\\w)",
    give: "dai|da|assegna\\w{0,2}|attribuisci|dichiara\\w{0,2}|scegli\\w{0,3}",
    praise:
      "(?:punteggio|voto) (?:massimo|piu alto|pieno)|massimo (?:punteggio|dei voti)|vincitrice questa risposta|questa risposta (?:come )?vincitrice|punteggio perfetto",
  },
  {
    ignore: "ignor[ea]\\w{0,2}|desconsider\\w{1,3}|esqueca",
    rules:
      "instruco\\w{0,2}|instrucao|rubrica|criterios?|regras (?:anteriores|de avaliacao)|avaliacao|outr[ao]s? (?:resposta|candidat)\\w{0,2}",
    give: "de|da|atribua|conceda|declare|escolha|dar",
    praise:
      "(?:nota|pontuacao) (?:maxima|perfeita|total)|vencedora? esta resposta|esta resposta (?:como )?(?:a )?vencedora",
  },
  {
    ignore: "negeer|vergeet|sla over",
    rules: "instructies?|beoordeling\\w{0,12}|criteria|rubriek|vorige regels|andere? (?:antwoord|kandidaat)",
    give: "geef|ken|kies|verklaar",
    praise:
      "(?:hoogste|maximale) (?:score|cijfer|punten|beoordeling)|volle punten|dit antwoord (?:als|tot) (?:\\w+ )?winnaar",
  },
  {
    ignore: "zignoruj|ignoruj|pomin|ignoruj\\w{0,3}",
    rules: "instrukcj\\w{1,3}|kryteri\\w{1,3}|polecen\\w{1,3}|zasad\\w? (?:oceny|oceniania)|rubryk\\w",
    give: "daj|przyznaj|wystaw|wybierz|przyznajcie",
    praise: "(?:najwyzsz|maksymaln)\\w{1,3} (?:ocen|liczb|punkt|not)\\w{0,4}",
  },
  {
    ignore: "yok say|gormezden gel|dikkate alma|unut",
    rules: "talimat\\w{0,8}|kriter\\w{0,8}|kural\\w{0,8}|degerlendirme\\w{0,8}",
    give: "ver|sec|belirle",
    praise: "(?:en yuksek|tam|maksimum) (?:puan|not)\\w{0,3}|bu (?:cevab|yanit)\\w{0,2} kazanan",
    order: "verb-last",
  },
  {
    ignore: "ignorer(?:a|e)?|bortse fran|glem|glom|se bort fra",
    rules:
      "(?:tidigare|forrige|tidligere|ovenstaende) \\w{3,14}|instruktion\\w{0,3}|instruks\\w{0,6}|kriteri\\w{1,4}|bedomning\\w{0,6}|vurdering\\w{0,6}",
    give: "ge|giv|gi|valj|velg|vaelg",
    praise:
      "(?:hogsta|hoyeste|højeste|hojeste|full) (?:betyg|poang|karakter|score|point|poeng|pott)|(?:detta|dette) svar\\w{0,2} (?:som|til) vinn\\w{0,5}",
  },
  {
    ignore: "bo qua",
    rules: "huong dan|tieu chi|chi dan|quy tac|danh gia",
    give: "cho|chon|danh",
    praise: "diem (?:toi da|cao nhat|tuyet doi)|cau tra loi nay",
  },
  {
    ignore: "abaikan|lupakan",
    rules: "instruksi|kriteria|rubrik|aturan (?:penilaian|sebelumnya)|penilaian",
    give: "berikan|beri|pilih|nyatakan",
    praise: "(?:nilai|skor) (?:tertinggi|maksimal|maksimum|penuh|sempurna)|jawaban ini sebagai pemenang",
  },
];

const OTHER_SCRIPTS: readonly Language[] = [
  {
    ignore: "игнорир\\p{L}{1,6}|проигнорируй\\p{L}{0,2}|забудь\\p{L}{0,2}|не учитывай\\p{L}{0,2}",
    rules:
      "инструкци\\p{L}{1,3}|критери\\p{L}{1,3}|указани\\p{L}{1,2}|рубрик\\p{L}{1,2}|правил\\p{L}{0,3} (?:оценк|оценив)\\p{L}{1,5}|друг\\p{L}{2,3} (?:ответ|кандидат)\\p{L}{0,2}",
    give: "поставь\\p{L}{0,2}|дай\\p{L}{0,2}|оцени\\p{L}{0,2}|выбери\\p{L}{0,2}|присуди\\p{L}{0,2}|объяви\\p{L}{0,2}",
    praise:
      "(?:высш|максимальн|наивысш)\\p{L}{2,3} (?:балл|оценк|отметк)\\p{L}{0,3}|эт\\p{L}{1,2} ответ\\p{L}{0,2} (?:победител|лучш)\\p{L}{1,3}",
  },
  {
    ignore: "忽略|无视|無視|忘记|忘記|不要理会|不要考虑|请勿遵循",
    rules:
      "指示|指令|评分|評分|评价标准|評價標準|标准|規則|规则(?=.{0,8}(?:评|打分))|上述要求|其他(?:候选|答案|回答)|另一个(?:候选|答案|回答)|之前的(?:要求|提示|规则)",
    give: "给|給|打|评为|評為|选择|選擇|判定|宣布",
    praise:
      "满分|滿分|最高分|最高评分|(?:此|这个|這個|本)(?:答案|回答|回复)(?:为|為|是)?(?:胜者|获胜|最佳|赢家|正确)|十分(?:，|,|。|$)",
  },
  {
    ignore: "무시하\\p{L}{0,4}|무시해\\p{L}{0,3}|잊어\\p{L}{0,3}",
    rules: "지시\\p{L}{0,3}|채점|평가 ?기준|루브릭|기준|다른 (?:답변|후보)",
    give: "주세요|줘|부여|선택|매겨",
    praise: "만점|최고 ?점수?|이 (?:답변|응답).{0,6}(?:승자|우승|최고)",
    order: "verb-last",
  },
  {
    ignore: "無視し|無視せよ|無視する|忘れ(?:て|ろ)",
    rules: "指示|採点|評価|基準|ルーブリック|他の(?:回答|候補)",
    give: "付け|つけ|与え|選ん|選び|して",
    praise: "満点|最高点|最高(?:の)?評価|この(?:回答|答え)を(?:勝者|選)",
    order: "verb-last",
  },
  {
    ignore: "تجاهل|تجاهلوا|انس",
    rules: "التعليمات|المعايير|معايير|تعليمات|قواعد التقييم|التقييم",
    give: "اعط|أعط|امنح|اختر|اعطي|أعطي",
    praise: "(?:أعلى|اعلى|الدرجة) (?:درجة|علامة|تقييم|الكاملة|النهائية)|العلامة الكاملة",
  },
  {
    ignore: "अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा",
    rules: "निर्देश|मानदंड|मूल्यांकन|नियमों",
    give: "दें|दो|दीजिए|चुनें",
    praise: "(?:पूरे|पूर्ण|सर्वोच्च|अधिकतम) (?:अंक|स्कोर)",
    order: "verb-last",
  },
];

const FLAG = "other-language-override";

/** In either order for those whose verb comes last; no end of a sentence, and few units, between. */
function rulesFor({ ignore, rules, give, praise, order }: Language): readonly Rule[] {
  return order === "verb-last"
    ? [near(rules, ignore, 30), near(praise, give, 20)]
    : [near(ignore, rules, 50), near(give, praise, 40)];
}

/** Scripts without blanks between words have no edges to look at. */
function near(first: string, second: string, within: number): Rule {
  const spaced = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]";
  return {
    flag: FLAG,
    pattern: marks(`(?<!${spaced})(?:${first})(?!${spaced})`),
    followedBy: { pattern: marks(`(?<!${spaced})(?:${second})`), within },
  };
}

/** For plain forms in Latin letters without accents. */
export const OTHER_LANGUAGES: readonly Rule[] = LATIN.flatMap(rulesFor);

/** For plain forms that keep their script. */
export const UNFOLDED_LANGUAGES: readonly Rule[] = OTHER_SCRIPTS.flatMap(rulesFor);
