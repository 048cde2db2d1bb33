import { ExplainedError } from '../../../../platform/log/explained-error.ts';

/** Most bytes of one statement: far more than mysqldump writes (24 MiB), with space for a large image. */
const maxStatementBytes = 256 * 1024 * 1024;

const bytes = {
  quote: 0x27,
  doubleQuote: 0x22,
  backtick: 0x60,
  backslash: 0x5c,
  slash: 0x2f,
  star: 0x2a,
  dash: 0x2d,
  hash: 0x23,
  lineFeed: 0x0a,
  semicolon: 0x3b,
} as const;

type State = 'code' | 'quoted' | 'line comment' | 'block comment';

/**
 * Splits the bytes of a dump into SQL statements, without their delimiter. Comments are removed, except for executable
 * ones (`/*!40101 ... *\/`), which are part of the statement.
 */
export class StatementSplitter {
  readonly #onStatement: (statement: Buffer) => void;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #state: State = 'code';
  #quote = 0;
  #isEscaped = false;
  /** Last byte, if it may be the first of `--`, `/*` or of the end of a comment. */
  #previous = 0;
  #isKept = true;
  #delimiter: Buffer = Buffer.from(';');

  constructor(onStatement: (statement: Buffer) => void, maxBytes = maxStatementBytes) {
    this.#maxBytes = maxBytes;
    this.#onStatement = onStatement;
  }

  /** Throws `ExplainedError` if a statement is too long. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      switch (this.#state) {
        case 'quoted':
          this.#readQuoted(byte);
          break;
        case 'line comment':
          if (byte === bytes.lineFeed) {
            this.#state = 'code';
            from = at;
          }
          break;
        case 'block comment':
          if (byte === bytes.slash && this.#previous === bytes.star) {
            this.#state = 'code';
            if (!this.#isKept) from = at + 1;
          }
          break;
        default:
          from = this.#readCode(chunk, at, from);
      }
      this.#previous = byte;
    }
    const isComment = this.#state === 'line comment' || (this.#state === 'block comment' && !this.#isKept);
    if (!isComment && from < chunk.length) this.#parts.push(Buffer.from(chunk.subarray(from)));
    this.#requireSize();
  }

  #requireSize(): void {
    if (this.#parts.reduce((sum, part) => sum + part.length, 0) <= this.#maxBytes) return;
    throw new ExplainedError(
      `A statement of the dump has more than ${this.#maxBytes} bytes and no delimiter. Check that the file is a complete SQL dump.`,
    );
  }

  end(): void {
    this.#finish();
  }

  #readQuoted(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === bytes.backslash && this.#quote !== bytes.backtick) this.#isEscaped = true;
    else if (byte === this.#quote) this.#state = 'code';
  }

  /** Returns the start of the part that is not yet stored. */
  #readCode(chunk: Buffer, at: number, from: number): number {
    const byte = chunk[at] as number;
    if (byte === bytes.quote || byte === bytes.doubleQuote || byte === bytes.backtick) {
      this.#state = 'quoted';
      this.#quote = byte;
    } else if (
      byte === bytes.hash ||
      (byte === bytes.dash && this.#previous === bytes.dash && isBlank(chunk[at + 1]))
    ) {
      this.#store(chunk, from, byte === bytes.hash ? at : at - 1);
      this.#state = 'line comment';
    } else if (byte === bytes.star && this.#previous === bytes.slash) {
      this.#isKept = chunk[at + 1] === 0x21 || chunk[at + 1] === undefined;
      if (!this.#isKept) this.#store(chunk, from, at - 1);
      this.#state = 'block comment';
    } else if (byte === this.#delimiter.at(-1) && this.#endsWithDelimiter(chunk, from, at)) {
      this.#parts.push(chunk.subarray(from, at + 1));
      this.#finish(this.#delimiter.length);
      return at + 1;
    } else if (byte === bytes.lineFeed && this.#isDelimiterCommand(chunk, from, at)) {
      return at + 1;
    }
    return from;
  }

  #endsWithDelimiter(chunk: Buffer, from: number, at: number): boolean {
    const { length } = this.#delimiter;
    if (length === 1) return true;
    const start = at + 1 - length;
    return start >= from && chunk.subarray(start, at + 1).equals(this.#delimiter);
  }

  /** Reads `DELIMITER ;;`, a command of the client that a line break ends. */
  #isDelimiterCommand(chunk: Buffer, from: number, at: number): boolean {
    const length = this.#parts.reduce((sum, part) => sum + part.length, at - from);
    if (length > 40) return false;
    const line = Buffer.concat([...this.#parts, chunk.subarray(from, at)])
      .toString('latin1')
      .trim();
    const [, delimiter] = /^DELIMITER\s+(\S+)$/i.exec(line) ?? [];
    if (delimiter === undefined) return false;
    this.#delimiter = Buffer.from(delimiter, 'latin1');
    this.#parts = [];
    return true;
  }

  #store(chunk: Buffer, from: number, end: number): void {
    if (end > from) this.#parts.push(Buffer.from(chunk.subarray(from, end)));
    // The first character of the comment may be the last byte of the previous chunk.
    else if (end < from) this.#parts.push(Buffer.concat(this.#parts.splice(0)).subarray(0, -1));
  }

  #finish(without = 0): void {
    const statement = Buffer.concat(this.#parts);
    this.#parts = [];
    const text = statement.subarray(0, statement.length - without);
    if (text.some((byte) => !isBlank(byte))) this.#onStatement(text);
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20;
}
