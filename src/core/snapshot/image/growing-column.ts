import { type ColumnsOf, imageColumns } from './image-columns.ts';

const chunkLength = 32_768;

type ColumnArray = Float64Array | Uint32Array | Uint8Array;

/** A column that grows in chunks, so that it is never copied. */
export class GrowingColumn<Values extends ColumnArray> {
  readonly #create: (length: number) => Values;
  readonly #chunks: Values[] = [];
  #length = 0;

  constructor(create: (length: number) => Values) {
    this.#create = create;
  }

  get length(): number {
    return this.#length;
  }

  /** The last value; undefined: none. */
  get last(): number | undefined {
    return this.#length === 0 ? undefined : this.#chunks.at(-1)?.[(this.#length - 1) % chunkLength];
  }

  push(value: number): void {
    const offset = this.#length % chunkLength;
    if (offset === 0) this.#chunks.push(this.#create(chunkLength));
    (this.#chunks.at(-1) as Values)[offset] = value;
    this.#length += 1;
  }

  pushAll(values: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index += 1) this.push(values[index] as number);
  }

  /** Returns the values in pieces. */
  *pieces(): Generator<Values> {
    for (const [index, chunk] of this.#chunks.entries()) {
      yield chunk.subarray(0, Math.min(chunkLength, this.#length - index * chunkLength)) as Values;
    }
  }

  /** Returns all values in one array. */
  joined(): Values {
    const all = this.#create(this.#length);
    let at = 0;
    for (const piece of this.pieces()) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

/** Empty columns of an image. */
export type GrowingColumns = {
  readonly [Name in ColumnsOf<'f64'>]: GrowingColumn<Float64Array>;
} & { readonly [Name in ColumnsOf<'u32'>]: GrowingColumn<Uint32Array> } & {
  readonly [Name in ColumnsOf<'u8'>]: GrowingColumn<Uint8Array>;
};

const creators = {
  f64: (length: number) => new Float64Array(length),
  u32: (length: number) => new Uint32Array(length),
  u8: (length: number) => new Uint8Array(length),
} as const;

export function createGrowingColumns(): GrowingColumns {
  const columns = Object.entries(imageColumns).map(([name, kind]) => [
    name,
    new GrowingColumn<Float64Array | Uint32Array | Uint8Array>(creators[kind]),
  ]);
  return Object.fromEntries(columns) as GrowingColumns;
}
