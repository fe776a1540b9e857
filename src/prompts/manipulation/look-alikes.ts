/** Letters and signs that a reader takes for a Latin one and NFKD leaves alone; pairs of one look-alike and its letter. */
const PAIRS =
  // Cyrillic, small and capital: a capital such as В looks like a Latin capital though its small form does not.
  "аaеeоoрpсcхxуyіiѕsјjԁdԛqԝwһhкkмmнhтtвbгrАaВbЕeКkМmНhОoРpСcТtХxУyІiЅsЈjԌgӏlһh" +
  // Greek.
  "αaεeιiκkνvοoρpτtυuχxγyωwηnΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧx" +
  // Armenian, Cherokee, and small capitals of the phonetic alphabet.
  "օoոnսuհhցgլlԱuᎪaᏟcᎬeᏀgᎻhᎥiᎫjᏦkᏞlᎷmᏢpᏒrᏚsᎢtᏙvᏔwᏃz" +
  "ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz" +
  // Latin letters with a stroke or without a dot.
  "ıiȷjɑaɡgɩiøoØołlŁlđdĐdħhĦhŧtɵoƅb" +
  // Quotation marks, dashes, brackets, colons, slashes.
  '‘\'’\'‚\'‛\'′\'“"”"„"‟"«"»"–-—-‐-‑-‒-―-−-‹<›>〈<〉>⟨<⟩>❮<❯>꞉:∶:ː:⁄/∕/╱/';

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, index) => [PAIRS.charAt(2 * index), PAIRS.charAt(2 * index + 1)]),
);

/** White letters in black circles and squares, which NFKD leaves alone: 26 each, from here on. */
const BLACK_ALPHABETS = [0x1f150, 0x1f170];

/** The Latin letter or the plain sign that a character looks like; other characters stay. */
export function lookAlike(character: string): string {
  if (character.length === 1) return LOOK_ALIKES.get(character) ?? character;
  const code = character.codePointAt(0) ?? 0;
  const start = BLACK_ALPHABETS.find((first) => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCharCode(97 + code - start);
}
