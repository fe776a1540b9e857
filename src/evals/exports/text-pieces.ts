/** Large enough that writing costs little a line, small enough to be nothing in memory. In UTF-16 units. */
const PIECE = 65_536;

/** Joins short texts to pieces of about one size. A text is never cut, so no piece ends within a surrogate pair. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
