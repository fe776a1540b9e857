/** One message between this process and a sandboxed one: a letter that says what it is, and bytes. */
export interface Frame {
  readonly kind: string;
  readonly body: Buffer;
}

/** A letter, then the length of the body as 4 bytes, little endian. */
const HEAD = 5;

export function encodeFrame({ kind, body }: Frame): Buffer {
  const head = Buffer.alloc(HEAD);
  head.write(kind, 0, 1, "latin1");
  head.writeUInt32LE(body.length, 1);
  return Buffer.concat([head, body]);
}

/**
 * Puts frames together from bytes as they come. Each byte is copied once, however small the pieces are. Answers null
 * for a frame longer than allowed, from then on always: what follows cannot be told apart.
 */
export class FrameReader {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Bytes that must be there before it is worth looking. */
  #wanted = HEAD;
  #tooLong = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  push(piece: Buffer): readonly Frame[] | null {
    if (this.#tooLong) return null;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const frames: Frame[] = [];
    while (this.#bytes >= this.#wanted) {
      const bytes = this.#pieces.length === 1 ? (this.#pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#pieces);
      this.#pieces = [bytes];
      const length = bytes.readUInt32LE(1);
      if (length > this.#mostBytes) {
        this.#tooLong = true;
        this.#pieces = [];
        return null;
      }
      this.#wanted = HEAD + length;
      if (this.#bytes < this.#wanted) break;
      frames.push({ kind: bytes.toString("latin1", 0, 1), body: bytes.subarray(HEAD, this.#wanted) });
      const rest = bytes.subarray(this.#wanted);
      this.#pieces = rest.length === 0 ? [] : [rest];
      this.#bytes = rest.length;
      this.#wanted = HEAD;
    }
    return frames;
  }
}
