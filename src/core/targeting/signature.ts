import { nodeOperations, type TargetingIndex } from './targeting-index.ts';

/** The lower bits of a signature, one for each value id modulo their number; the upper ones say of which field. */
const maskBits = 24;
const wholeMask = 2 ** maskBits - 1;
/** Fields are counted from 1 there: 0 stands for every request, which has all bits of it. */
const ofEveryRequest = wholeMask;
const lastField = 254;

/** Words of the signatures of a tree. Few trees ask for more than three things. */
export const signatureWords = 3;

/**
 * Writes what a tree asks at least into words that lie where a trial reads anyway: for each of them the request must have, for
 * one field, a value whose bit is among those of a leaf that the whole tree depends on. Nearly all who are not meant are
 * refused by them, without a look at the tree.
 * @param at place of the tree in the program; -1: everybody is meant
 * @param from the first of `signatureWords` words
 */
export function writeSignatures(index: TargetingIndex, at: number, words: Uint32Array, from: number): void {
  const leaves = at === -1 ? [] : neededLeaves(index, at);
  for (let place = 0; place < signatureWords; place += 1) {
    const leaf = leaves[place];
    words[from + place] = leaf === undefined ? ofEveryRequest : signatureOfLeaf(index.program, leaf);
  }
}

/** Places of the leaves that must hold whatever else a tree asks, those that fewest requests fulfil first. */
function neededLeaves({ program, segmentField }: TargetingIndex, at: number): number[] {
  if (program[at] === nodeOperations.value) return [at];
  if (program[at] !== nodeOperations.all) return [];
  const end = at + (program[at + 1] as number);
  const leaves: number[] = [];
  for (let child = at + 2; child < end; child += program[child + 1] as number) {
    if (program[child] === nodeOperations.value) leaves.push(child);
  }
  // A viewer is in many segments, so nearly every bit of theirs is set.
  const weightOf = (leaf: number) =>
    (program[leaf + 1] as number) + (program[leaf + 2] === segmentField ? maskBits : 0);
  return leaves.length < 2 ? leaves : leaves.sort((one, other) => weightOf(one) - weightOf(other));
}

function signatureOfLeaf(program: Int32Array, at: number): number {
  const field = program[at + 2] as number;
  if (field > lastField) return ofEveryRequest;
  const end = at + (program[at + 1] as number);
  let mask = 0;
  for (let place = at + 3; place < end; place += 1) mask |= maskOf(program[place] as number);
  return (((field + 1) << maskBits) | mask) >>> 0;
}

/**
 * False: the tree with these signatures does not hold, whatever else it asks.
 * @param from the first of `signatureWords` words
 * @param masks of a request
 */
export function mayHold(words: Uint32Array, from: number, masks: readonly number[]): boolean {
  const first = commonBits(words[from] as number, masks);
  const second = commonBits(words[from + 1] as number, masks);
  const third = commonBits(words[from + 2] as number, masks);
  // One branch for all three: what a processor guesses wrong costs more than the others' words.
  return ((first - 1) | (second - 1) | (third - 1)) >= 0;
}

function commonBits(signature: number, masks: readonly number[]): number {
  return (masks[signature >>> maskBits] ?? 0) & signature & wholeMask;
}

/** The bits of a request that has no value yet, for the first so many fields. */
export function noMasks(fields: number): number[] {
  const masks = [ofEveryRequest];
  for (let field = 0; field < fields && field <= lastField; field += 1) masks.push(0);
  return masks;
}

/** Adds the bit of a value to those of its field, which counts for nothing beyond the last that a signature can name. */
export function addMask(masks: number[], field: number, valueId: number): void {
  if (field <= lastField) masks[field + 1] = (masks[field + 1] ?? 0) | maskOf(valueId);
}

/** True: the request has no value for a field. False says nothing about a field beyond the last that a signature can name. */
export function lacksField(masks: readonly number[], field: number): boolean {
  return masks[field + 1] === 0;
}

function maskOf(valueId: number): number {
  return 1 << (valueId % maskBits);
}
