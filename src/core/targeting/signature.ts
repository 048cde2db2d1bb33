import { operations, type TargetingIndex } from './targeting-index.ts';

/** The lower bits of a signature, one for each value id modulo their number; the upper ones are a field. */
const maskBits = 24;
const wholeMask = 2 ** maskBits - 1;
const lastField = 254;

/**
 * What a tree asks at least, in one word that lies where a trial reads anyway: the request must have, for one field, a value
 * whose bit is among those of a leaf that the whole tree depends on. Most who are not meant are refused by it, without
 * a look at the tree. 0: the tree has no such leaf.
 * @param at place of the tree in the program
 */
export function signatureOf(index: TargetingIndex, at: number): number {
  const { program, segmentField } = index;
  const end = at + (program[at + 1] as number);
  if (program[at] === operations.value) return signatureOfLeaf(program, at, end);
  if (program[at] !== operations.all) return 0;
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let child = at + 2; child < end; child += program[child + 1] as number) {
    if (program[child] !== operations.value) continue;
    // A viewer is in many segments, so nearly every bit of theirs is set.
    const weight = (program[child + 1] as number) + (program[child + 2] === segmentField ? maskBits : 0);
    if (weight >= fewest) continue;
    best = child;
    fewest = weight;
  }
  return best === -1 ? 0 : signatureOfLeaf(program, best, best + (program[best + 1] as number));
}

function signatureOfLeaf(program: Int32Array, at: number, end: number): number {
  const field = program[at + 2] as number;
  if (field > lastField) return 0;
  let mask = 0;
  for (let place = at + 3; place < end; place += 1) mask |= maskOf(program[place] as number);
  // Field 0 has to differ from no field.
  return (((field + 1) << maskBits) | mask) >>> 0;
}

/**
 * False: the tree with this signature does not hold, whatever else it asks.
 * @param masks of a request, by field
 */
export function mayHold(signature: number, masks: readonly number[]): boolean {
  return signature === 0 || ((masks[(signature >>> maskBits) - 1] ?? 0) & signature & wholeMask) !== 0;
}

/** The bits of no value yet, for the first so many fields. */
export function noMasks(fields: number): number[] {
  const masks: number[] = [];
  for (let field = 0; field < fields && field <= lastField; field += 1) masks.push(0);
  return masks;
}

/** Adds the bit of a value to those of its field, which counts for nothing beyond the last that a signature can name. */
export function addMask(masks: number[], field: number, valueId: number): void {
  if (field <= lastField) masks[field] = (masks[field] ?? 0) | maskOf(valueId);
}

function maskOf(valueId: number): number {
  return 1 << (valueId % maskBits);
}
