import type { SourceValue } from './revive-data.ts';

/** The SQL text does not have the expected form. */
export class SqlSyntaxError extends Error {}

/** Escaped characters in strings of MySQL. Other characters stand for themselves, except `\%` and `\_`. */
const escapes = new Map<number, number>([
  [0x30, 0x00], // \0
  [0x62, 0x08], // \b
  [0x6e, 0x0a], // \n
  [0x72, 0x0d], // \r
  [0x74, 0x09], // \t
  [0x5a, 0x1a], // \Z
]);
const quote = 0x27;
const doubleQuote = 0x22;
const backtick = 0x60;
const backslash = 0x5c;

/** A literal: its bytes, or null. `isText` is false for numbers and for hexadecimal or binary literals. */
export type SqlLiteral = { readonly bytes: Buffer; readonly isBinary: boolean } | null;

/** Reads tokens of one SQL statement. */
export class SqlScanner {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#at >= this.#bytes.length;
  }

  /** Reads a word of letters, digits, `_`, `$` and bytes above 127, or returns an empty text. */
  word(): string {
    this.#skipBlanks();
    const from = this.#at;
    while (isWordByte(this.#bytes[this.#at])) this.#at += 1;
    return this.#bytes.toString('latin1', from, this.#at);
  }

  /** Reads a name, quoted or not. */
  name(): string {
    this.#skipBlanks();
    const first = this.#bytes[this.#at];
    return first === backtick || first === doubleQuote ? this.#quoted(first).toString('utf8') : this.word();
  }

  /** Reads a character if it is the next one. */
  take(character: string): boolean {
    this.#skipBlanks();
    if (this.#bytes[this.#at] !== character.charCodeAt(0)) return false;
    this.#at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) throw new SqlSyntaxError(`"${character}" is missing at byte ${this.#at}.`);
  }

  /** Skips an expression up to `,` or `)` of its level. */
  skipExpression(): void {
    let level = 0;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at] as number;
      if (byte === quote || byte === doubleQuote || byte === backtick) {
        this.#quoted(byte);
        continue;
      }
      if (level === 0 && (byte === 0x2c || byte === 0x29)) return;
      if (byte === 0x28) level += 1;
      else if (byte === 0x29) level -= 1;
      this.#at += 1;
    }
  }

  /** Reads a literal: NULL, a number, a string with an optional character set, or a hexadecimal or binary literal. */
  literal(): SqlLiteral {
    this.#skipBlanks();
    const first = this.#bytes[this.#at];
    if (first === quote || first === doubleQuote) return { bytes: this.#strings(first), isBinary: false };
    if (isNumberByte(first)) return this.#number();
    const word = this.word().toLowerCase();
    this.#skipBlanks();
    const next = this.#bytes[this.#at];
    if (next === quote || next === doubleQuote) return this.#prefixed(word, next);
    if (word === 'null' || word === 'default') return null;
    if (word === 'true' || word === 'false')
      return { bytes: Buffer.from(word === 'true' ? '1' : '0'), isBinary: false };
    throw new SqlSyntaxError(`The value "${word.slice(0, 20)}" at byte ${this.#at} is not a literal.`);
  }

  /** Reads `x'..'`, `b'..'`, `n'..'`, `_binary '..'` and `_utf8mb4'..'`. */
  #prefixed(prefix: string, first: number): SqlLiteral {
    const bytes = this.#strings(first);
    if (prefix === 'x') return { bytes: Buffer.from(bytes.toString('latin1'), 'hex'), isBinary: true };
    if (prefix === 'b')
      return { bytes: Buffer.from(String(Number.parseInt(bytes.toString('latin1'), 2))), isBinary: false };
    return { bytes, isBinary: prefix === '_binary' };
  }

  #number(): SqlLiteral {
    const from = this.#at;
    this.#at += 1;
    while (isWordByte(this.#bytes[this.#at]) || isNumberByte(this.#bytes[this.#at])) this.#at += 1;
    const text = this.#bytes.toString('latin1', from, this.#at);
    if (/^0x(?:[0-9a-f]{2})*$/i.test(text)) return { bytes: Buffer.from(text.slice(2), 'hex'), isBinary: true };
    return { bytes: Buffer.from(text), isBinary: false };
  }

  /** Reads a string and those that follow it directly, which MySQL joins. */
  #strings(first: number): Buffer {
    const parts = [this.#quoted(first)];
    for (;;) {
      this.#skipBlanks();
      const next = this.#bytes[this.#at];
      if (next !== quote && next !== doubleQuote) break;
      parts.push(this.#quoted(next));
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  #quoted(mark: number): Buffer {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    const content = Buffer.allocUnsafe(this.#lengthAtMost(from, mark));
    let length = 0;
    let at = from;
    for (; at < bytes.length; at += 1) {
      let byte = bytes[at] as number;
      if (byte === mark) {
        if (bytes[at + 1] !== mark) {
          this.#at = at + 1;
          return content.subarray(0, length);
        }
        at += 1;
      } else if (byte === backslash && mark !== backtick) {
        at += 1;
        const escaped = bytes[at] as number;
        // The patterns `\%` and `\_` keep their backslash.
        if (escaped === 0x25 || escaped === 0x5f) content[length++] = backslash;
        byte = escapes.get(escaped) ?? escaped;
      }
      content[length++] = byte;
    }
    throw new SqlSyntaxError(`The string that starts at byte ${from - 1} has no end.`);
  }

  /** Returns the length of the quoted source text, which is not shorter than its content. */
  #lengthAtMost(from: number, mark: number): number {
    for (let at = from; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at] as number;
      if (byte === backslash && mark !== backtick) at += 1;
      else if (byte === mark) {
        if (this.#bytes[at + 1] !== mark) return at - from;
        at += 1;
      }
    }
    return this.#bytes.length - from;
  }

  #skipBlanks(): void {
    while ((this.#bytes[this.#at] ?? 0x21) <= 0x20) this.#at += 1;
  }
}

/** Returns the value of a column: a buffer for binary columns, otherwise text. */
export function columnValue(
  literal: SqlLiteral,
  { isBinary, decode }: { readonly isBinary: boolean; readonly decode: (bytes: Buffer) => string },
): SourceValue {
  if (literal === null) return null;
  return isBinary ? Buffer.from(literal.bytes) : decode(literal.bytes);
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isLetter || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f || byte === 0x24 || byte > 0x7f;
}

/** A digit, a sign or a point. */
function isNumberByte(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e);
}
