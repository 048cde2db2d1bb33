/** ASCII text of at least four bytes, as words of four bytes. The last word may overlap the one before. */
export type KnownText = { readonly length: number; readonly offsets: readonly number[]; readonly words: Int32Array };

const wordBytes = 4;
const [quote, backslash, zero, nine] = [0x22, 0x5c, 0x30, 0x39];
const [firstPrintable, lastPrintable] = [0x20, 0x7e];
const maxDigits = 16;

export function knownText(text: string): KnownText {
  const bytes = Buffer.from(text, 'latin1');
  const last = bytes.length - wordBytes;
  const offsets = Array.from({ length: Math.ceil(bytes.length / wordBytes) }, (_, word) =>
    Math.min(word * wordBytes, last),
  );
  return { length: bytes.length, offsets, words: Int32Array.from(offsets, (offset) => bytes.readInt32LE(offset)) };
}

/** Reads parts of JSON texts from bytes. After a mismatch it has failed until the next `moveTo`. */
export class ByteCursor {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** -1 after a mismatch. */
  #offset = -1;
  #to = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  moveTo(from: number, to: number): void {
    this.#offset = from;
    this.#to = to;
  }

  /** Skips a text. Another text is a mismatch. */
  expect(text: KnownText): void {
    if (!this.skip(text)) this.#offset = -1;
  }

  /** Skips a text if it is next. Returns whether it was. */
  skip(text: KnownText): boolean {
    const offset = this.#offset;
    if (offset < 0 || offset + text.length > this.#to) return false;
    const { offsets, words } = text;
    for (let word = 0; word < words.length; word += 1) {
      if (this.#view.getInt32(offset + (offsets[word] as number), true) !== words[word]) return false;
    }
    this.#offset = offset + text.length;
    return true;
  }

  /** Skips a byte. Another byte is a mismatch. */
  skipByte(byte: number): void {
    this.#offset = this.isAt(byte) ? this.#offset + 1 : -1;
  }

  /** Reads printable ASCII without escape sequences up to a quote, which is next. */
  readText(): string {
    const from = this.#offset;
    if (from < 0) return '';
    const bytes = this.#bytes;
    let end = from;
    while (end < this.#to) {
      const byte = bytes[end] as number;
      if (byte === quote) break;
      if (byte < firstPrintable || byte > lastPrintable || byte === backslash) {
        this.#offset = -1;
        return '';
      }
      end += 1;
    }
    this.#offset = end;
    return bytes.toString('latin1', from, end);
  }

  /** Reads a positive safe integer without leading zeros. */
  readNumber(): number {
    const from = this.#offset;
    if (from < 0) return 0;
    const bytes = this.#bytes;
    let value = 0;
    let end = from;
    for (let byte = bytes[end] as number; byte >= zero && byte <= nine; byte = bytes[end] as number) {
      value = value * 10 + (byte - zero);
      end += 1;
    }
    const isInvalid = end === from || bytes[from] === zero || end - from > maxDigits || value > Number.MAX_SAFE_INTEGER;
    this.#offset = isInvalid ? -1 : end;
    return value;
  }

  /** Returns whether a byte is the last one, without a mismatch before it. */
  endsWith(byte: number): boolean {
    return this.#offset === this.#to - 1 && this.#bytes[this.#offset] === byte;
  }

  /** Returns whether a byte is next. */
  isAt(byte: number): boolean {
    return this.#offset >= 0 && this.#bytes[this.#offset] === byte;
  }
}
