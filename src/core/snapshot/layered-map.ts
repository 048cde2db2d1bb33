/** Values of a snapshot image in ascending order of ID, decoded on access. */
export type BaseValues<Value> = {
  readonly ids: Float64Array;
  /** @param index of the ID */
  readonly at: (index: number) => Value;
};

/**
 * Values by ID: those of a snapshot image, which never changes, and above them the ones that were added or replaced.
 * Without an image it is a Map.
 */
export class LayeredMap<Id extends number, Value> implements ReadonlyMap<Id, Value> {
  readonly #own = new Map<Id, Value>();
  #base: BaseValues<Value> | null = null;
  /** Entry i: 1 if value i of the base was replaced or removed. */
  #gone = new Uint8Array(0);
  #goneCount = 0;

  /** Puts an image below the values. */
  setBase(base: BaseValues<Value>): void {
    this.#base = base;
    this.#gone = new Uint8Array(base.ids.length);
  }

  get size(): number {
    return this.#own.size + this.#gone.length - this.#goneCount;
  }

  /** Number of values in the base, including replaced and removed ones. */
  get baseSize(): number {
    return this.#gone.length;
  }

  /** Values that are not in the base, or replace one. */
  get own(): ReadonlyMap<Id, Value> {
    return this.#own;
  }

  /** Returns the ID of a value of the base; null: it was replaced or removed. */
  baseIdAt(index: number): Id | null {
    return this.#base === null || this.#gone[index] === 1 ? null : (this.#base.ids[index] as Id);
  }

  get(id: Id): Value | undefined {
    const own = this.#own.get(id);
    if (own !== undefined || this.#base === null) return own;
    const index = indexOfId(this.#base.ids, id);
    return index === -1 || this.#gone[index] === 1 ? undefined : this.#base.at(index);
  }

  has(id: Id): boolean {
    if (this.#own.has(id)) return true;
    const index = this.#base === null ? -1 : indexOfId(this.#base.ids, id);
    return index !== -1 && this.#gone[index] === 0;
  }

  set(id: Id, value: Value): void {
    this.#leaveBase(id);
    this.#own.set(id, value);
  }

  delete(id: Id): void {
    this.#leaveBase(id);
    this.#own.delete(id);
  }

  *keys(): MapIterator<Id> {
    for (let index = 0; index < this.#gone.length; index += 1) {
      const id = this.baseIdAt(index);
      if (id !== null) yield id;
    }
    yield* this.#own.keys();
  }

  *entries(): MapIterator<[Id, Value]> {
    for (const id of this.keys()) yield [id, this.get(id) as Value];
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[Id, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, id: Id, map: ReadonlyMap<Id, Value>) => void): void {
    for (const [id, value] of this.entries()) visit(value, id, this);
  }

  #leaveBase(id: Id): void {
    const index = this.#base === null ? -1 : indexOfId(this.#base.ids, id);
    if (index === -1 || this.#gone[index] === 1) return;
    this.#gone[index] = 1;
    this.#goneCount += 1;
  }
}

/** Returns the index of an ID in ascending IDs; -1: it is missing. */
function indexOfId(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}
