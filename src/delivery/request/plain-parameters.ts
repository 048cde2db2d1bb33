import { LazyParameters, type VisitParameter } from './request-parameters.ts';

/**
 * Parameters as offsets into the text of a plain body. Each key is unique and has at least one value, and no value is
 * empty. Most are never read, so only the requested ones are copied.
 */
export class PlainParameters extends LazyParameters {
  readonly #text: string;
  /**
   * For each key: `keyCode`, offset of the next key in this array, start and end of the key in the text, and start and
   * end of each value.
   */
  readonly #offsets: readonly number[];
  readonly size: number;

  constructor(text: string, offsets: readonly number[], size: number) {
    super();
    this.#text = text;
    this.#offsets = offsets;
    this.size = size;
  }

  get(key: string): readonly string[] | undefined {
    const at = findKey(this.#text, this.#offsets, key);
    return at === -1 ? undefined : this.#valuesAt(at);
  }

  has(key: string): boolean {
    return findKey(this.#text, this.#offsets, key) !== -1;
  }

  forEach(visit: VisitParameter): void {
    const offsets = this.#offsets;
    for (let at = 0; at < offsets.length; at = offsets[at + parameterOffsets.next] as number) {
      const key = this.#text.slice(offsets[at + parameterOffsets.keyFrom], offsets[at + parameterOffsets.keyTo]);
      visit(this.#valuesAt(at), key, this);
    }
  }

  #valuesAt(at: number): readonly string[] {
    const offsets = this.#offsets;
    const next = offsets[at + parameterOffsets.next] as number;
    // Nearly all have one value.
    const values = [this.#textAt(at + parameterOffsets.values)];
    for (let value = at + parameterOffsets.values + 2; value < next; value += 2) values.push(this.#textAt(value));
    return values;
  }

  #textAt(index: number): string {
    return this.#text.slice(this.#offsets[index], this.#offsets[index + 1]);
  }
}

/** Layout of a key in the array, relative to its start. */
export const parameterOffsets = { code: 0, next: 1, keyFrom: 2, keyTo: 3, values: 4 } as const;

/** Returns the index of a key in the array, or -1. */
export function findKey(text: string, offsets: readonly number[], key: string): number {
  const code = keyCode(key, 0, key.length);
  return code === 0 ? findLongKey(text, offsets, key) : findCode(offsets, code);
}

/** Returns the index of a short key by its code. */
export function findCode(offsets: readonly number[], code: number): number {
  for (let at = 0; at < offsets.length; at = offsets[at + parameterOffsets.next] as number) {
    if (offsets[at] === code) return at;
  }
  return -1;
}

function findLongKey(text: string, offsets: readonly number[], key: string): number {
  for (let at = 0; at < offsets.length; at = offsets[at + parameterOffsets.next] as number) {
    if (offsets[at] === 0 && isKeyAt(text, offsets, at, key)) return at;
  }
  return -1;
}

function isKeyAt(text: string, offsets: readonly number[], at: number, key: string): boolean {
  const from = offsets[at + parameterOffsets.keyFrom] as number;
  return (offsets[at + parameterOffsets.keyTo] as number) - from === key.length && text.startsWith(key, from);
}

/** Returns a unique number for a short key of visible ASCII, and 0 for all other keys. */
export function keyCode(text: string, from: number, to: number): number {
  if (to - from > 4) return 0;
  let code = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charCodeAt(at);
    if (character > 0x7f) return 0;
    code = (code << 7) | character;
  }
  return code;
}
