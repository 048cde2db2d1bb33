import { GrowingColumn } from './growing-column.ts';

/** Encodes a text as UTF-8. */
export type EncodeText = (text: string) => Uint8Array;
/** Decodes UTF-8. */
export type DecodeText = (bytes: Uint8Array, from: number, to: number) => string;

/** Distinct JSON values of columns. */
export class ValueTableBuilder {
  readonly starts = new GrowingColumn((length) => new Uint32Array(length));
  readonly texts = new GrowingColumn((length) => new Uint8Array(length));
  readonly #encode: EncodeText;
  /** Values that many rows share occur early. Later ones are stored again when the memory for them is exhausted. */
  readonly #indexes = new Map<string, number>();

  constructor(encode: EncodeText) {
    this.#encode = encode;
    this.starts.push(0);
  }

  /** Returns the index of a value. */
  indexOf(value: unknown): number {
    const text = JSON.stringify(value);
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.starts.length - 1;
    if (this.#indexes.size < maxRemembered) this.#indexes.set(text, index);
    this.texts.pushAll(this.#encode(text));
    this.starts.push(this.texts.length);
    return index;
  }
}

/** Distinct values that a builder recognizes. */
const maxRemembered = 500_000;
/** Decoded values that a table holds. Equal indexes below it give the same object. */
const maxDecoded = 65_536;

/** Returns a reader of a table. Its values must not be modified. */
export function createValueReader(
  starts: Uint32Array,
  texts: Uint8Array,
  decode: DecodeText,
): (index: number) => unknown {
  const decoded: unknown[] = [];
  return (index) => {
    const known = decoded[index];
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(decode(texts, starts[index] as number, starts[index + 1] as number));
    if (index < maxDecoded) {
      while (decoded.length <= index) decoded.push(undefined);
      decoded[index] = value;
    }
    return value;
  };
}
