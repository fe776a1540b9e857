/** What LaTeX commands, words and signs mean. Tables only; `token.ts` reads them. */

export type TokenKind =
  | "number"
  | "letter"
  | "function"
  | "constant"
  | "command"
  | "text"
  | "operator"
  | "relation"
  | "separator"
  | "condition"
  | "implies"
  | "open"
  | "close"
  | "begin"
  | "end"
  | "bar"
  | "prime"
  | "percent"
  | "degree"
  | "currency"
  | "named_set"
  | "ellipsis"
  | "row"
  | "cell"
  | "stop";

export type Meaning = readonly [kind: TokenKind, text: string];

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "sin cos tan cot sec csc arcsin arccos arctan arccot arcsec arccsc sinh cosh tanh coth sech csch " +
    "arcsinh arccosh arctanh ln log lg exp cis max min gcd lcm det sgn sqrt cbrt abs floor ceil"
  ).split(" "),
);

/** Other spellings of functions. */
const FUNCTION_SPELLINGS: Readonly<Record<string, string>> = {
  asin: "arcsin",
  acos: "arccos",
  atan: "arctan",
  asinh: "arcsinh",
  acosh: "arccosh",
  atanh: "arctanh",
  arsinh: "arcsinh",
  arcosh: "arccosh",
  artanh: "arctanh",
  tg: "tan",
  ctg: "cot",
  cotan: "cot",
  cosec: "csc",
  arctg: "arctan",
  sign: "sgn",
  ceiling: "ceil",
};

const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega " +
  "Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell hbar partial nabla aleph wp";

const LETTERS = "αβγδεζηθικλμνξρστυφχψω";

function all(kind: TokenKind, names: string): [string, Meaning][] {
  return names.split(" ").map((name) => [name, [kind, name]]);
}

function each(kind: TokenKind, pairs: Readonly<Record<string, string>>): [string, Meaning][] {
  return Object.entries(pairs).flatMap(([text, names]) =>
    names.split(" ").map((name): [string, Meaning] => [name, [kind, text]]),
  );
}

/** LaTeX commands without their backslash. */
export const COMMANDS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...all("letter", GREEK),
  ...each("letter", { epsilon: "varepsilon", phi: "varphi", theta: "vartheta", rho: "varrho", sigma: "varsigma" }),
  ...[...FUNCTIONS].filter((name) => name !== "sqrt").map((name): [string, Meaning] => [name, ["function", name]]),
  ...each("function", { arccos: "acos", arcsin: "asin", tan: "tg", cot: "ctg", arctan: "arctg" }),
  ...each("constant", { pi: "pi", infinity: "infty infin", i: "imath" }),
  ...all("command", "sqrt binom overline bar dot vec hat tilde choose over pmod bmod mod sum prod int lim surd frac"),
  ...each("command", {
    frac: "dfrac tfrac cfrac",
    binom: "dbinom tbinom",
    vec: "overrightarrow overleftrightarrow",
    hat: "widehat",
    tilde: "widetilde",
    mod: "bmod",
  }),
  ...each("operator", {
    "*": "cdot times ast cdotp bullet star",
    "/": "div slash",
    "±": "pm",
    "∓": "mp",
    "∪": "cup bigcup",
    "∩": "cap bigcap",
    "∖": "setminus smallsetminus backslash",
    ":": "colon",
    "!": "factorial",
  }),
  ...each("relation", {
    "=": "eq coloneqq",
    "≠": "ne neq not=",
    "<": "lt",
    ">": "gt",
    "≤": "le leq leqslant leqq",
    "≥": "ge geq geqslant geqq",
    "≈": "approx simeq doteq approxeq",
    "∼": "sim",
    "∈": "in",
    "∉": "notin",
    "≡": "equiv cong",
    "∥": "parallel",
    "⊥": "perp",
    "⊂": "subset subseteq",
  }),
  ...each("implies", { "⇒": "Rightarrow implies Longrightarrow iff Leftrightarrow Longleftrightarrow therefore" }),
  ...each("separator", { and: "land wedge", or: "lor vee" }),
  ...each("open", { "(": "lparen", "[": "lbrack", "\\{": "lbrace", "⟨": "langle", "⌊": "lfloor", "⌈": "lceil" }),
  ...each("close", { ")": "rparen", "]": "rbrack", "\\}": "rbrace", "⟩": "rangle", "⌋": "rfloor", "⌉": "rceil" }),
  ...each("bar", { "|": "lvert rvert vert", "‖": "Vert lVert rVert", mid: "mid" }),
  ...each("named_set", { empty: "emptyset varnothing", R: "R reals Reals", Z: "Z", N: "N", Q: "Q" }),
  ...each("ellipsis", { "…": "ldots dots cdots dotsc dotsb dotsm vdots" }),
  ...each("prime", { "'": "prime" }),
  ...each("degree", { "°": "degree circ" }),
  ...each("row", { "\\\\": "cr newline" }),
  ...all("begin", "begin"),
  ...all("end", "end"),
]);

/** Commands that change the look only; what stands in braces behind them stays. */
export const LOOKS: ReadonlySet<string> = new Set(
  (
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle scriptstyle " +
    "limits nolimits boxed fbox mathbf mathcal mathit mathsf mathfrak boldsymbol bm pmb underline cancel bf it rm sf tt " +
    "large Large normalsize small mathstrut strut bold mathnormal ensuremath underbrace overbrace mathop angle triangle " +
    "square cdotp because centering hline nonumber notag displaylimits allowbreak relax boldmath"
  ).split(" "),
);

/** Commands that go together with the braces behind them. */
export const DROPPED: ReadonlySet<string> = new Set(
  "color textcolor label tag hspace vspace phantom hphantom vphantom kern mspace mskip cellcolor".split(" "),
);

/** Commands whose braces hold words. */
export const TEXTS: ReadonlySet<string> = new Set(
  "text textbf textit textrm textnormal textsf texttt textup mbox hbox mathrm operatorname mathop emph".split(" "),
);

/** Blank commands; the quads separate what stands around them. */
export const BLANKS: ReadonlySet<string> = new Set("quad qquad thinspace space enspace medspace thickspace".split(" "));

/** Plain words, in lower case. */
export const WORDS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...[...FUNCTIONS].map((name): [string, Meaning] => [name, ["function", name]]),
  ...Object.entries(FUNCTION_SPELLINGS).map(([name, meant]): [string, Meaning] => [name, ["function", meant]]),
  ...each("constant", { pi: "pi", infinity: "infinity infty inf oo" }),
  ...each("separator", { and: "and und et y и 和 與 与", or: "or oder ou или 或" }),
  ...each("percent", { "%": "percent pct percentage prozent" }),
  ...each("operator", { ":": "to", mod: "mod modulo", "∪": "cup union", "∩": "cap intersect" }),
  ...each("condition", { if: "if when where for otherwise else wenn si" }),
  ...all(
    "letter",
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega",
  ),
]);

/** Single signs, ASCII and other. */
export const SIGNS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...each("operator", {
    "+": "+",
    "-": "- −",
    "*": "* × · ∗ ⋅",
    "/": "/ ÷",
    "^": "^",
    _: "_",
    "!": "!",
    ":": ": ∶",
    "±": "±",
    "∓": "∓",
    "∪": "∪",
    "∩": "∩",
    "∖": "∖",
  }),
  ...each("relation", {
    "=": "=",
    "≠": "≠",
    "<": "<",
    ">": ">",
    "≤": "≤ ⩽",
    "≥": "≥ ⩾",
    "≈": "≈ ≃",
    "∼": "∼",
    "∈": "∈",
    "∉": "∉",
    "≡": "≡ ≅",
    "∥": "∥",
    "⊥": "⊥",
    "⊂": "⊂ ⊆",
  }),
  ...each("implies", { "⇒": "⇒ ⟹ ⇔ ⟺ → ∴" }),
  ...each("separator", { ",": ",", ";": ";", and: "∧", or: "∨" }),
  ...each("open", { "(": "(", "[": "[", "{": "{", "⟨": "⟨ 〈", "⌊": "⌊", "⌈": "⌈" }),
  ...each("close", { ")": ")", "]": "]", "}": "}", "⟩": "⟩ 〉", "⌋": "⌋", "⌉": "⌉" }),
  ...each("bar", { "|": "| ∣", "‖": "‖" }),
  ...each("prime", { "'": "' ′" }),
  ...each("percent", { "%": "%", "‰": "‰" }),
  ...each("degree", { "°": "° º" }),
  ...each("named_set", { empty: "∅", R: "ℝ", Z: "ℤ", N: "ℕ", Q: "ℚ", C: "ℂ" }),
  ...each("constant", { infinity: "∞", pi: "π" }),
  ...each("command", { sqrt: "√", sum: "∑", prod: "∏", int: "∫" }),
  ...each("ellipsis", { "…": "… ⋯" }),
  ...each("cell", { "&": "&" }),
  ...all("currency", "€ £ ¥ ₹"),
  ...[...LETTERS].map((letter, index): [string, Meaning] => {
    const names =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega";
    return [letter, ["letter", names.split(" ")[index] ?? letter]];
  }),
  ["Δ", ["letter", "Delta"]],
  ["Ω", ["letter", "Omega"]],
  ["\u2126", ["letter", "Omega"]],
  ["ℓ", ["letter", "ell"]],
]);
