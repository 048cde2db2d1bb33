/** Words of all compiled trees, in one array that grows; places of what is gone are given again. */
export type ProgramMemory = {
  /** All words; another array after it has grown. */
  readonly words: Int32Array;
  /** How many of them were ever used. */
  readonly length: number;
  /**
   * Puts a program in place of an earlier one and gives its place; the same place where they are equal.
   * @param before place of the earlier one; -1: there was none
   * @param program its second word is its length
   */
  readonly replace: (before: number, program: readonly number[]) => number;
  /** @param at place of a program that is no longer needed; -1: there was none */
  readonly remove: (at: number) => void;
};

const firstCapacity = 1024;

export function createProgramMemory(): ProgramMemory {
  let words = new Int32Array(firstCapacity);
  let length = 0;
  /** By the length of the program that stood there. */
  const freePlaces = new Map<number, number[]>();

  function replace(before: number, program: readonly number[]): number {
    if (before !== -1 && program.every((word, offset) => words[before + offset] === word)) return before;
    remove(before);
    const at = freePlaces.get(program.length)?.pop() ?? append(program.length);
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
    const free = freePlaces.get(size);
    if (free === undefined) freePlaces.set(size, [at]);
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
