import type { Targeting } from '../../core/targeting/targeting.ts';
import { type ValueFact, valueFactNames, valueFacts } from '../../core/targeting/value-facts.ts';

/**
 * Trees of a line as numbers, one tree after the other, parents before children. Texts are indexes into all texts of
 * the file so far, so each is read once regardless of the number of trees that use it.
 */
export type TargetingNumbers = {
  readonly numbers: readonly number[];
  /** Texts that no earlier line contains. */
  readonly texts: readonly string[];
  /** Leaves that are too rare for a numeric form. */
  readonly others: readonly Targeting[];
};

/** Tags that start a tree or a node, or represent a booking without a tree. */
const marks = { leftOut: 0, allRequests: 1, all: 2, any: 3, not: 4, fact: 5, key: 6, other: 7 } as const;

/** Trees of bookings: a tree, null for all requests, undefined if omitted. */
type Trees = readonly (Targeting | null | undefined)[];
/** Writes the trees of a line. `targetingFault` of each must be null. */
export type TargetingWriter = (trees: Trees) => TargetingNumbers;
/** Reads a number of trees. Throws if the numbers are invalid. */
export type TargetingReader = (line: TargetingNumbers, count: number) => Trees;

const factsByNumber: ReadonlyMap<number, ValueFact> = new Map(
  valueFactNames.map((fact) => [valueFacts[fact].number, fact]),
);

function factOf(number: number): ValueFact {
  const fact = factsByNumber.get(number);
  if (fact === undefined) throw new RangeError(`${number} is not the number of a targeting fact`);
  return fact;
}

/** Creates a writer for the lines of one file. */
export function createTargetingWriter(): TargetingWriter {
  const indexes = new Map<string, number>();
  return (trees) => {
    const numbers: number[] = [];
    const texts: string[] = [];
    const others: Targeting[] = [];

    function indexOf(text: string): number {
      const known = indexes.get(text);
      if (known !== undefined) return known;
      texts.push(text);
      indexes.set(text, indexes.size);
      return indexes.size - 1;
    }
    function addNode(node: Targeting): void {
      if ('all' in node) addParent(marks.all, node.all);
      else if ('any' in node) addParent(marks.any, node.any);
      else if ('not' in node) {
        numbers.push(marks.not);
        addNode(node.not);
      } else if ('fact' in node) addValues(marks.fact, valueFacts[node.fact].number, node.values);
      else if ('key' in node) addValues(marks.key, indexOf(node.key), node.values);
      else numbers.push(marks.other, others.push(node) - 1);
    }
    function addParent(mark: number, children: readonly Targeting[]): void {
      numbers.push(mark, children.length);
      for (const child of children) addNode(child);
    }
    function addValues(mark: number, field: number, values: readonly string[]): void {
      numbers.push(mark, field, values.length);
      for (const value of values) numbers.push(indexOf(value));
    }

    for (const tree of trees) {
      if (tree === undefined) numbers.push(marks.leftOut);
      else if (tree === null) numbers.push(marks.allRequests);
      else addNode(tree);
    }
    return { numbers, texts, others };
  };
}

/** Creates a reader for the output of such a writer. All lines must be read in order. */
export function createTargetingReader(): TargetingReader {
  const texts: string[] = [];
  return ({ numbers, texts: added, others }, count) => {
    for (const text of added) texts.push(text);
    let at = 0;

    function next(): number {
      const number = numbers[at];
      if (number === undefined) throw new RangeError('unexpected end of targeting trees');
      at += 1;
      return number;
    }
    function readNode(mark: number): Targeting {
      switch (mark) {
        case marks.all:
          return { all: readChildren() };
        case marks.any:
          return { any: readChildren() };
        case marks.not:
          return { not: readNode(next()) };
        case marks.fact:
          return { fact: factOf(next()), values: readValues() };
        case marks.key:
          return { key: texts[next()] as string, values: readValues() };
        default:
          return others[next()] as Targeting;
      }
    }
    function readChildren(): Targeting[] {
      const children: Targeting[] = [];
      for (let left = next(); left > 0; left -= 1) children.push(readNode(next()));
      return children;
    }
    function readValues(): string[] {
      const from = at + 1;
      at = from + next();
      return numbers.slice(from, at).map((textIndex) => texts[textIndex] as string);
    }

    const trees: (Targeting | null | undefined)[] = [];
    for (let index = 0; index < count; index += 1) {
      const mark = next();
      trees.push(mark === marks.leftOut ? undefined : mark === marks.allRequests ? null : readNode(mark));
    }
    return trees;
  };
}
