/** Random numbers, reproducible by seed. Mulberry32, by Tommy Ettinger. Public domain. */
export class Mulberry {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(chance: number): boolean {
    return this.next() < chance;
  }

  /** Returns an integer from 0 to `most` (inclusive). */
  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1));
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.upTo(items.length - 1)] as Item;
  }
}
