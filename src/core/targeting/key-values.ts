import { nodeOperations, type TargetingIndex } from './targeting-index.ts';

/** Largest number of values per tree. Trees with more values are not indexed by value. */
const maxKeyValues = 2_048;

/**
 * Returns values of which a request must have at least one for a tree to be met; null: there is no such list, or it is
 * too long. A match does not imply that the rest of the tree is met. Without a match the tree is not met.
 * Source: docs/decisions/0121-sponsored-bookings.md.
 * @param at offset of the tree in the program; -1: all requests match
 */
export function keyValuesOf(index: TargetingIndex, at: number): readonly number[] | null {
  if (at === -1) return null;
  const { program, segmentField } = index;
  const end = at + (program[at + 1] as number);
  switch (program[at]) {
    case nodeOperations.value: {
      const from = at + 3;
      // Segments are also missing from requests without consent.
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
