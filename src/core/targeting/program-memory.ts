/** Allocator for the words of all compiled trees in one growing array. Released ranges are reused. */
export type ProgramMemory = {
  /** All words. Replaced by another array when it grows. */
  readonly words: Int32Array;
  /** Number of words ever used. */
  readonly length: number;
  /**
   * Replaces an earlier program and returns the offset, which is unchanged if both are equal.
   * @param before offset of the earlier program; -1: none
   * @param program its second word is its length
   */
  readonly replace: (before: number, program: readonly number[]) => number;
  /** Releases a program. @param at its offset; -1: none */
  readonly remove: (at: number) => void;
};

const firstCapacity = 1024;

export function createProgramMemory(): ProgramMemory {
  let words = new Int32Array(firstCapacity);
  let length = 0;
  /** Free offsets by length. */
  const freeIndexes = new Map<number, number[]>();

  function replace(before: number, program: readonly number[]): number {
    if (before !== -1 && program.every((word, offset) => words[before + offset] === word)) return before;
    remove(before);
    const at = freeIndexes.get(program.length)?.pop() ?? append(program.length);
    words.set(program, at);
    return at;
  }

  function append(size: number): number {
    const at = length;
    length += size;
    while (length > words.length) {
      const larger = new Int32Array(words.length * 2);
      larger.set(words);
      words = larger;
    }
    return at;
  }

  function remove(at: number): void {
    if (at === -1) return;
    const size = words[at + 1] as number;
    const free = freeIndexes.get(size);
    if (free === undefined) freeIndexes.set(size, [at]);
    else free.push(at);
  }

  return {
    get words() {
      return words;
    },
    get length() {
      return length;
    },
    replace,
    remove,
  };
}
