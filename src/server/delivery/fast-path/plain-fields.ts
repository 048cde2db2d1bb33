/** The fields of a plain head. Where its lines are was found when the head was read: a name is looked for by its length first. */
export class PlainFields {
  readonly #text: string;
  /** Of each line where it begins, its colon and its end. */
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
    for (; line !== -1; line = this.#next(name, line + 3)) values.push(this.#valueOf(line));
    return values.join(',');
  }

  /** Place of the next line of this name from a place on; -1: there is none. */
  #next(name: string, from: number): number {
    for (let line = from; line < this.#lines.length; line += 3) {
      const begin = this.#lines[line] as number;
      const colon = this.#lines[line + 1] as number;
      if (colon - begin === name.length && this.#text.slice(begin, colon).toLowerCase() === name) return line;
    }
    return -1;
  }

  #valueOf(line: number): string {
    return this.#text.slice((this.#lines[line + 1] as number) + 1, this.#lines[line + 2]).trim();
  }
}
