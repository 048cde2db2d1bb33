import { weekdays } from '../vocabulary/statuses.ts';
import { sentForms } from './fold.ts';
import { createProgramMemory } from './program-memory.ts';
import type { Targeting } from './targeting.ts';
import { createTargetingWordBook, type DictionaryEntries, type TargetingDictionary } from './targeting-dictionary.ts';

/** Operations of a compiled tree. Each node consists of its operation, its length in words, and its operands. */
export const nodeOperations = { all: 0, any: 1, not: 2, value: 3, url: 4, near: 5, dayPart: 6 } as const;

/**
 * All targeting trees of a snapshot in compiled form. A tree is a list of nodes, parents before children. Updated with
 * its snapshot: assigned numbers keep their meaning while a tree uses them. Operands of `all`, `any`, `not`: children;
 * `value`: field, then value IDs, sorted; `url`: indexes in `texts`; `near`: offset in `geoAreas`; `dayPart`: set of days
 * (bit 0: Monday), first minute, minute after the last.
 */
export type TargetingIndex = TargetingDictionary & {
  readonly program: Int32Array;
  /** Number of words of the program ever used; 0: no tree yet. */
  readonly programLength: number;
  /** The field of segments; -1: no tree targets them. */
  readonly segmentField: number;
};

export type TargetingCompiler = {
  /** The trees compiled so far. */
  readonly index: TargetingIndex;
  /**
   * Compiles a tree for which `targetingFault` is null in exchange for an earlier one. Returns its offset in the
   * program.
   * @param before offset of the earlier tree; -1: none
   * @param tree null: all requests match
   */
  readonly replace: (before: number, tree: Targeting | null) => number;
  /** Returns the dictionary in a form that `restore` accepts. */
  readonly dictionary: () => DictionaryEntries;
  /** Adds entries of a dictionary in their original order, before any tree is compiled. */
  readonly restore: (entries: DictionaryEntries) => void;
  /** Uses compiled trees of the restored dictionary. */
  readonly adoptProgram: (program: Uint32Array) => void;
  /** Removes a tree. @param at its offset; -1: none */
  readonly remove: (at: number) => void;
};

type OpenIndex = { -readonly [Field in keyof TargetingIndex]: TargetingIndex[Field] };

/**
 * Creates a compiler for trees with a common index. Equal values of a field have the same number in all trees. Source:
 * product decisions 6.
 */
export function createTargetingCompiler(): TargetingCompiler {
  const memory = createProgramMemory();
  const book = createTargetingWordBook();
  const index: OpenIndex = { ...book.words, program: memory.words, programLength: 0, segmentField: -1 };
  /** The tree being compiled. */
  let program: number[] = [];

  function replace(before: number, tree: Targeting | null) {
    if (tree === null) {
      memory.remove(before);
      return -1;
    }
    program = [];
    addNode(tree);
    const at = memory.replace(before, program);
    noteMemory();
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
      for (const part of node.urlParts) program.push(book.textIndex(part));
    } else if ('near' in node) {
      program[at] = nodeOperations.near;
      program.push(book.geoAreaOffset(node.near));
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

  /** Inserts an ID into a sorted range at the end of the program. The range is short and IDs are distinct. */
  function insertRising(first: number, id: number): void {
    let insertAt = program.length;
    while (insertAt > first && (program[insertAt - 1] as number) > id) insertAt -= 1;
    if (insertAt > first && program[insertAt - 1] === id) return;
    program.push(id);
    for (let at = program.length - 1; at > insertAt; at -= 1) program[at] = program[at - 1] as number;
    program[insertAt] = id;
  }

  function adoptProgram(words: Uint32Array): void {
    memory.adopt(new Int32Array(words.buffer, words.byteOffset, words.length));
    noteMemory();
  }

  function noteMemory(): void {
    index.program = memory.words;
    index.programLength = memory.length;
    index.segmentField = book.words.fieldOfFact.get('segment') ?? -1;
  }

  return { index, replace, remove: memory.remove, dictionary: book.entries, restore: book.restore, adoptProgram };
}

/** Bit i represents `weekdays[i]`. No days mean all days. */
function daySet(days: readonly string[]): number {
  return weekdays.reduce((set, day, index) => (days.length === 0 || days.includes(day) ? set | (1 << index) : set), 0);
}
