/**
 * The fields of a plain head. The offsets of its lines were determined when the head was read. Names are compared by
 * length first.
 */
export class PlainFields {
  readonly #text: string;
  /** Packed start of each line (`packLine`), and the end of the last one. */
  readonly #lines: readonly number[];

  constructor(text: string, lines: readonly number[]) {
    this.#text = text;
    this.#lines = lines;
  }

  /** Returns the value of the first field with this name (in lowercase). */
  first(name: string): string | undefined {
    const line = this.#next(name, 0);
    return line === -1 ? undefined : this.#valueOf(line);
  }

  /** Returns the values of all fields with this name (in lowercase), joined by commas. */
  all(name: string): string | undefined {
    let line = this.#next(name, 0);
    if (line === -1) return undefined;
    const values: string[] = [];
    for (; line !== -1; line = this.#next(name, line + 1)) values.push(this.#valueOf(line));
    return values.join(',');
  }

  /** Returns the index of the next line with this name, starting at `from`, or -1. */
  #next(name: string, from: number): number {
    for (let line = from; line < this.#lines.length - 1; line += 1) {
      const packed = this.#lines[line] as number;
      if (nameLength(packed) === name.length && isNameAt(this.#text, beginOf(packed), name)) return line;
    }
    return -1;
  }

  #valueOf(line: number): string {
    const packed = this.#lines[line] as number;
    const end = beginOf(this.#lines[line + 1] as number) - '\r\n'.length;
    return this.#text.slice(beginOf(packed) + nameLength(packed) + ':'.length, end).trim();
  }
}

/** Limit of a head in bytes. Below it, both parts of a line fit into one small integer. */
export const maxHeadBytes = 16 * 1024;

/** Packs the start of a line and the length of its name. */
export function packLine(begin: number, length: number): number {
  return begin * maxHeadBytes + length;
}

function beginOf(packed: number): number {
  return (packed / maxHeadBytes) | 0;
}

function nameLength(packed: number): number {
  return packed & (maxHeadBytes - 1);
}

/** @param name name in lowercase. The compared text has the same length */
function isNameAt(text: string, begin: number, name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    if (lowerCase(text.charCodeAt(begin + at)) !== name.charCodeAt(at)) return false;
  }
  return true;
}

/** Returns the lowercase code of a character of visible ASCII. */
export function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
