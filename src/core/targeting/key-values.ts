import { nodeOperations, type TargetingIndex } from './targeting-index.ts';

/** A tree that asks for more is not found by its values: it would stand under too many of them. */
const maxKeyValues = 2_048;

/**
 * Values of which a request must have one for a tree to hold; null: there is no such list, or a long one. Who is found by
 * them may still be refused by the rest of the tree; who is not can never be meant.
 * @param at place of the tree in the program; -1: a tree for everybody
 * Source: docs/decisions/0121-sponsored-bookings.md.
 */
export function keyValuesOf(index: TargetingIndex, at: number): readonly number[] | null {
  if (at === -1) return null;
  const { program, segmentField } = index;
  const end = at + (program[at + 1] as number);
  switch (program[at]) {
    case nodeOperations.value: {
      const from = at + 3;
      // What is not known without consent is not said of a request either.
      if (program[at + 2] === segmentField || end - from > maxKeyValues) return null;
      return Array.from(program.subarray(from, end));
    }
    case nodeOperations.any: {
      const values: number[] = [];
      for (let child = at + 2; child < end; child += program[child + 1] as number) {
        const ofChild = keyValuesOf(index, child);
        if (ofChild === null || values.length + ofChild.length > maxKeyValues) return null;
        values.push(...ofChild);
      }
      return values;
    }
    case nodeOperations.all: {
      let fewest: readonly number[] | null = null;
      for (let child = at + 2; child < end; child += program[child + 1] as number) {
        const ofChild = keyValuesOf(index, child);
        if (ofChild !== null && (fewest === null || ofChild.length < fewest.length)) fewest = ofChild;
      }
      return fewest;
    }
    default:
      return null;
  }
}
