import { weekdays } from '../words/statuses.ts';
import { sentForms } from './fold.ts';
import { createProgramMemory } from './program-memory.ts';
import type { Targeting } from './targeting.ts';
import { createTargetingWordBook, type TargetingDictionary } from './targeting-words.ts';

/** Operations of a compiled tree. Each node is its operation, its length in words, and what the operation needs. */
export const nodeOperations = { all: 0, any: 1, not: 2, value: 3, url: 4, near: 5, dayPart: 6 } as const;

/**
 * All targeting trees of a snapshot, compiled to numbers: a tree is its nodes, a parent before its children. It follows its
 * snapshot: numbers that were given keep their meaning as long as a tree needs them.
 * `all`, `any`, `not`: children; `value`: field, then value ids, rising; `url`: places in `texts`; `near`: place in
 * `places`; `dayPart`: set of days (bit 0: Monday), first minute, minute after the last.
 */
export type TargetingIndex = TargetingDictionary & {
  readonly program: Int32Array;
  /** Words of the program that were ever used; 0: no tree yet. */
  readonly programLength: number;
  /** The field of segments; -1 when no tree asks for them. */
  readonly segmentField: number;
};

export type TargetingCompiler = {
  /** What was compiled so far. */
  readonly index: TargetingIndex;
  /**
   * Compiles a tree of which `targetingFault` is null in place of an earlier one, and gives its place in the program.
   * @param before place of the earlier one; -1: there was none
   * @param tree null: for everybody
   */
  readonly replace: (before: number, tree: Targeting | null) => number;
  /** @param at place of a tree that is no longer needed; -1: there was none */
  readonly remove: (at: number) => void;
};

type OpenIndex = { -readonly [Field in keyof TargetingIndex]: TargetingIndex[Field] };

/** Compiles trees into one index. Equal values are one number wherever they stand. Source: product decisions 6. */
export function createTargetingCompiler(): TargetingCompiler {
  const memory = createProgramMemory();
  const book = createTargetingWordBook();
  const index: OpenIndex = { ...book.words, program: memory.words, programLength: 0, segmentField: -1 };
  /** The tree that is being compiled. */
  let program: number[] = [];

  function replace(before: number, tree: Targeting | null) {
    if (tree === null) {
      memory.remove(before);
      return -1;
    }
    program = [];
    addNode(tree);
    const at = memory.replace(before, program);
    index.program = memory.words;
    index.programLength = memory.length;
    index.segmentField = book.words.fieldOfFact.get('segment') ?? -1;
    return at;
  }

  function addNode(node: Targeting): void {
    const at = program.length;
    program.push(0, 0);
    if ('all' in node) addParent(nodeOperations.all, node.all, at);
    else if ('any' in node) addParent(nodeOperations.any, node.any, at);
    else if ('not' in node) addParent(nodeOperations.not, [node.not], at);
    else if ('fact' in node) addValues(at, book.factField(node.fact), node.values);
    else if ('key' in node) addValues(at, book.keyField(node.key), node.values.flatMap(sentForms));
    else if ('urlParts' in node) {
      program[at] = nodeOperations.url;
      for (const part of node.urlParts) program.push(book.textPlace(part));
    } else if ('near' in node) {
      program[at] = nodeOperations.near;
      program.push(book.nearPlace(node.near));
    } else {
      const { days, fromMinute, toMinute } = node.dayPart;
      program[at] = nodeOperations.dayPart;
      program.push(daySet(days), fromMinute, toMinute);
    }
    program[at + 1] = program.length - at;
  }

  function addParent(operation: number, children: readonly Targeting[], at: number): void {
    program[at] = operation;
    for (const child of children) addNode(child);
  }

  function addValues(at: number, field: number, values: readonly string[]): void {
    program[at] = nodeOperations.value;
    program.push(field);
    const first = program.length;
    for (const value of values) insertRising(first, book.valueId(field, value));
  }

  /** Puts an id among those from a place on, which rise: they are few, and each comes once. */
  function insertRising(first: number, id: number): void {
    let place = program.length;
    while (place > first && (program[place - 1] as number) > id) place -= 1;
    if (place > first && program[place - 1] === id) return;
    program.push(id);
    for (let at = program.length - 1; at > place; at -= 1) program[at] = program[at - 1] as number;
    program[place] = id;
  }

  return { index, replace, remove: memory.remove };
}

/** Bit i for `weekdays[i]`; no days stand for all. */
function daySet(days: readonly string[]): number {
  return weekdays.reduce((set, day, index) => (days.length === 0 || days.includes(day) ? set | (1 << index) : set), 0);
}
