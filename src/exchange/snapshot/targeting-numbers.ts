import type { Targeting } from '../../core/targeting/targeting.ts';
import { type ValueFact, valueFactNames, valueFacts } from '../../core/targeting/value-facts.ts';

/**
 * Trees of a line as numbers, one tree behind the other, a parent before its children. Texts are their places among all
 * texts that the lines of the file have brought so far, so each is read once, however many trees name it.
 */
export type TargetingNumbers = {
  readonly numbers: readonly number[];
  /** Texts that no line before has brought. */
  readonly texts: readonly string[];
  /** Leaves that are too rare to have numbers of their own. */
  readonly others: readonly Targeting[];
};

/** Each begins a tree, a node of one, or what stands where a booking has none. */
const marks = { leftOut: 0, everybody: 1, all: 2, any: 3, not: 4, fact: 5, key: 6, other: 7 } as const;

/** What bookings have: a tree, null for everybody, undefined where it is left out. */
type Trees = readonly (Targeting | null | undefined)[];
/** Writes the trees of a line; `targetingFault` of each is null. */
export type TargetingWriter = (trees: Trees) => TargetingNumbers;
/** Reads so many trees. Throws where the numbers are none. */
export type TargetingReader = (line: TargetingNumbers, count: number) => Trees;

const factsByNumber: ReadonlyMap<number, ValueFact> = new Map(
  valueFactNames.map((fact) => [valueFacts[fact].number, fact]),
);

function factOf(number: number): ValueFact {
  const fact = factsByNumber.get(number);
  if (fact === undefined) throw new RangeError(`${number} is the number of no targeting fact`);
  return fact;
}

/** Writes the lines of one file. */
export function createTargetingWriter(): TargetingWriter {
  const places = new Map<string, number>();
  return (trees) => {
    const numbers: number[] = [];
    const texts: string[] = [];
    const others: Targeting[] = [];

    function placeOf(text: string): number {
      const known = places.get(text);
      if (known !== undefined) return known;
      texts.push(text);
      places.set(text, places.size);
      return places.size - 1;
    }
    function addNode(node: Targeting): void {
      if ('all' in node) addParent(marks.all, node.all);
      else if ('any' in node) addParent(marks.any, node.any);
      else if ('not' in node) {
        numbers.push(marks.not);
        addNode(node.not);
      } else if ('fact' in node) addValues(marks.fact, valueFacts[node.fact].number, node.values);
      else if ('key' in node) addValues(marks.key, placeOf(node.key), node.values);
      else numbers.push(marks.other, others.push(node) - 1);
    }
    function addParent(mark: number, children: readonly Targeting[]): void {
      numbers.push(mark, children.length);
      for (const child of children) addNode(child);
    }
    function addValues(mark: number, field: number, values: readonly string[]): void {
      numbers.push(mark, field, values.length);
      for (const value of values) numbers.push(placeOf(value));
    }

    for (const tree of trees) {
      if (tree === undefined) numbers.push(marks.leftOut);
      else if (tree === null) numbers.push(marks.everybody);
      else addNode(tree);
    }
    return { numbers, texts, others };
  };
}

/** Reads what such a writer wrote, all lines and in their order. */
export function createTargetingReader(): TargetingReader {
  const texts: string[] = [];
  return ({ numbers, texts: added, others }, count) => {
    for (const text of added) texts.push(text);
    let at = 0;

    function next(): number {
      const number = numbers[at];
      if (number === undefined) throw new RangeError('trees are cut short');
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
      return numbers.slice(from, at).map((place) => texts[place] as string);
    }

    const trees: (Targeting | null | undefined)[] = [];
    for (let index = 0; index < count; index += 1) {
      const mark = next();
      trees.push(mark === marks.leftOut ? undefined : mark === marks.everybody ? null : readNode(mark));
    }
    return trees;
  };
}
