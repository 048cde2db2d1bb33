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
  /** Starts with these words, which are copied before the first change. */
  readonly adopt: (shared: Int32Array) => void;
  /** Releases a program. @param at its offset; -1: none */
  readonly remove: (at: number) => void;
};

const firstCapacity = 1024;
const largeWords = 2 ** 22;

/** Small arrays double. Large ones grow by an eighth, so that a copy is short and little memory is unused. */
function largeShift(words: number): number {
  return words < largeWords ? 0 : 3;
}

export function createProgramMemory(): ProgramMemory {
  let words: Int32Array = new Int32Array(firstCapacity);
  let length = 0;
  let isShared = false;
  /** Free offsets by length. */
  const freeIndexes = new Map<number, number[]>();

  function replace(before: number, program: readonly number[]): number {
    if (before !== -1 && program.every((word, offset) => words[before + offset] === word)) return before;
    remove(before);
    const at = freeIndexes.get(program.length)?.pop() ?? append(program.length);
    if (isShared) own(length);
    words.set(program, at);
    return at;
  }

  function append(size: number): number {
    const at = length;
    length += size;
    if (length > words.length) own(length);
    return at;
  }

  /** Copies the words to an array with space for more. */
  function own(needed: number): void {
    isShared = false;
    const larger = new Int32Array(Math.max(firstCapacity, needed + (needed >> largeShift(needed))));
    larger.set(words);
    words = larger;
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
    adopt(shared) {
      words = shared;
      length = shared.length;
      isShared = true;
    },
  };
}
