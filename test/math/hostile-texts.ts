/** What asks for more work than any answer is worth; for the tests, and for the bench that measures it. */

const MEGABYTE = 1_000_000;

function upTo(length: number, part: string): string {
  return part.repeat(Math.floor(length / part.length));
}

function grid(size: number, cell: string): string {
  const rows = new Array(size).fill(new Array(size).fill(cell).join("&")).join("\\\\");
  return `\\begin{pmatrix}${rows}\\end{pmatrix}`;
}

function counted(count: number, write: (index: number) => string, separator: string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(separator);
}

/** Answers that ask for more work than any answer is worth. None is right, and of none anybody can be sure. */
export const UNDECIDABLE: readonly (readonly [why: string, answer: string, target?: string])[] = [
  ["a tower of powers", "10^{10^{10}}"],
  ["a higher tower", "5^{5^{5^{5^5}}}"],
  ["a tower in a box", "\\boxed{9^{9^{9^{9^{9^{9}}}}}}"],
  ["a factorial of a factorial of a factorial", "((100!)!)!"],
  ["a factorial that is too large", "10000!"],
  ["3000 braces", `${"{".repeat(3_000)}1${"}".repeat(3_000)}`],
  ["5000 brackets", `${"(".repeat(5_000)}1${")".repeat(5_000)}`],
  ["100 kB of digits", "7".repeat(100_000)],
  ["a matrix of 10,000 cells", grid(100, "1")],
  ["a product of large matrices", grid(20, "x+1") + grid(20, "x+1")],
  ["a product of many matrices, whose cells would grow for ever", grid(4, "x").repeat(12)],
  ["a sum of 100 million terms", "\\sum_{k=1}^{100000000} k"],
  ["a sum of sums of sums", "\\sum_{i=1}^{999}\\sum_{j=1}^{999}\\sum_{k=1}^{999} ijk"],
  ["a sum that never settles", "\\sum_{n=1}^{\\infty}\\sum_{m=1}^{\\infty} \\frac{1}{n^2m^2}"],
  ["a binomial that is too large", "\\binom{1000000000}{500000000}"],
  ["an exponent that is too large", "1e99999"],
  ["a chain of quotients", `${"1/".repeat(9_000)}1`],
  ["a chain of factorials", `3${"!".repeat(3_000)}`],
  ["a chain of powers", `2${"^2".repeat(3_000)}`],
  ["a chain of signs", `${"-".repeat(19_000)}1`],
  ["roots of roots", `${"\\sqrt".repeat(3_000)}2`],
  ["texts that never close", "\\text{".repeat(3_300)],
  ["texts in texts", `${"\\text{if ".repeat(2_000)}${"}".repeat(2_000)}`],
  ["indices of indices", `a${"_{a".repeat(200)}${"}".repeat(200)}`],
  ["many bars", "|x".repeat(2_001)],
  ["a set with 5000 members", `\\{${counted(5_000, String, ",")}\\}`],
  [
    "a set of 200 expressions in the opposite order",
    `\\{${counted(200, (index) => `x+${index}y`, ",")}\\}`,
    `\\{${counted(200, (index) => `${199 - index}y+x`, ",")}\\}`,
  ],
  ["signs that stand for both", `${"\\pm ".repeat(500)}1`],
  ["a sum of sums of sums with a name", "\\sum_{i=1}^{99}\\sum_{j=1}^{99}\\sum_{k=1}^{99} ijkx"],
  ["a set of more whole numbers than are written out", "\\{x\\in\\mathbb{Z}\\mid 0<x<10000000\\}"],
];

/** Texts of a megabyte. Each must end within the suite's time, whatever is found in it. */
export const LONG: readonly (readonly [why: string, text: string])[] = [
  ["digits and blanks", upTo(MEGABYTE, "1 ")],
  ["tuples that never close", upTo(MEGABYTE, "( 1, 1, ")],
  ["digits", upTo(MEGABYTE, "7")],
  ["dollar signs", upTo(MEGABYTE, "$")],
  ["formulas", upTo(MEGABYTE, "$ a $ ")],
  ["prices", upTo(MEGABYTE, "It costs $5. ")],
  ["formulas that never close", upTo(MEGABYTE, "\\[ x ")],
  ["environments that never close", upTo(MEGABYTE, "\\begin{align}")],
  ["boxes", upTo(MEGABYTE, "\\boxed{1}, ")],
  ["boxes that never close", upTo(MEGABYTE, "\\boxed{")],
  ["boxes in boxes", `${"\\boxed{".repeat(100_000)}5${"}".repeat(100_000)}`],
  ["cues", upTo(MEGABYTE, "the answer is ")],
  ["markers", upTo(MEGABYTE, "#### ")],
  ["letters that announce", upTo(MEGABYTE, "A: ")],
  ["thoughts", upTo(MEGABYTE, "<think> </think> ")],
  ["blanks", upTo(MEGABYTE, " ")],
  ["backslashes", upTo(MEGABYTE, "\\")],
  ["one word", upTo(MEGABYTE, "x")],
  ["emoji", upTo(MEGABYTE, "😀")],
  ["letters that are mentioned", upTo(MEGABYTE, "for all $x$ ")],
  ["conditions", upTo(MEGABYTE, "$x<1$ and ")],
  ["units behind formulas", upTo(MEGABYTE, "$5$ km ")],
  ["quantities", upTo(MEGABYTE, "5 m ")],
  ["ranges", upTo(MEGABYTE, "3–5 ")],
  ["hyphens", upTo(MEGABYTE, "1--")],
  ["ordinals", upTo(MEGABYTE, "3rd ")],
  ["decimals that go on", upTo(MEGABYTE, "1...")],
  ["signs that stand for both", upTo(MEGABYTE, "\\pm 1")],
  ["slashes", upTo(MEGABYTE, "1/2x")],
  ["prices that nothing closes", upTo(MEGABYTE, "5 $5 ")],
  ["denials", upTo(MEGABYTE, "the answer is not 5 (not ")],
  ["texts with a unit", upTo(MEGABYTE, "5\\,\\text{k}")],
  ["names with colons", upTo(MEGABYTE, "x: 3, ")],
  ["sets that never close", upTo(MEGABYTE, "\\{x|")],
  ["fractions without operands", upTo(MEGABYTE, "\\frac")],
];
