/** The fields of a plain head. Where its lines are was found when the head was read: a name is looked for by its length first. */
export class PlainFields {
  readonly #text: string;
  /** Of each line `packLine`, and where the last one ends. */
  readonly #lines: readonly number[];

  constructor(text: string, lines: readonly number[]) {
    this.#text = text;
    this.#lines = lines;
  }

  /** Value of the first field of this name (in lower case). */
  first(name: string): string | undefined {
    const line = this.#next(name, 0);
    return line === -1 ? undefined : this.#valueOf(line);
  }

  /** Values of all fields of this name (in lower case), joined by commas. */
  all(name: string): string | undefined {
    let line = this.#next(name, 0);
    if (line === -1) return undefined;
    const values: string[] = [];
    for (; line !== -1; line = this.#next(name, line + 1)) values.push(this.#valueOf(line));
    return values.join(',');
  }

  /** The next line of this name from one on; -1: there is none. */
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

/** A head is shorter than this, in which both parts of a line fit into one small integer. */
export const maxHeadBytes = 16 * 1024;

/** Where a line begins, and how long its name is. */
export function packLine(begin: number, length: number): number {
  return begin * maxHeadBytes + length;
}

function beginOf(packed: number): number {
  return (packed / maxHeadBytes) | 0;
}

function nameLength(packed: number): number {
  return packed & (maxHeadBytes - 1);
}

/** @param name in lower case; what stands there is one of its length */
function isNameAt(text: string, begin: number, name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    if (lowerCase(text.charCodeAt(begin + at)) !== name.charCodeAt(at)) return false;
  }
  return true;
}

/** Of a character of visible ASCII. */
export function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
