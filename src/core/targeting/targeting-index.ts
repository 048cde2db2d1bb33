import { weekdays } from '../words/statuses.ts';
import { fold } from './fold.ts';
import { chordSquare, unitVector } from './place.ts';
import type { Targeting, ValueFact } from './targeting.ts';

/** Operations of a compiled tree. Each node is its operation, its length in words, and what the operation needs. */
export const operations = { all: 0, any: 1, not: 2, value: 3, url: 4, near: 5, dayPart: 6 } as const;

/**
 * All targeting trees of a snapshot, compiled to numbers: a tree is its nodes, a parent before its children.
 * `all`, `any`, `not`: children; `value`: field, then value ids, rising; `url`: places in `texts`; `near`: place in
 * `places`; `dayPart`: set of days (bit 0: Monday), first minute, minute after the last.
 */
export type TargetingIndex = {
  readonly program: Int32Array;
  /** Ids of folded values, one dictionary for each field; a value has an id of its own in each field. */
  readonly valueIds: readonly ReadonlyMap<string, number>[];
  /** Entry f: what field f is, for words. */
  readonly fieldNames: readonly string[];
  /** The field of segments; -1 when no tree asks for them. */
  readonly segmentField: number;
  readonly fieldOfFact: ReadonlyMap<ValueFact, number>;
  /** By folded key. */
  readonly fieldOfKey: ReadonlyMap<string, number>;
  /** Texts of values by value id, and of parts of addresses by their place. */
  readonly valueTexts: readonly string[];
  readonly texts: readonly string[];
  /** Five entries for each place: a unit vector, the square of the chord, the radius in metres. */
  readonly places: Float64Array;
};

export type TargetingCompiler = {
  /** Compiles a tree of which `targetingFault` is null, and gives its place in the program. */
  readonly add: (tree: Targeting) => { readonly targetingAt: number; readonly asksForSegments: boolean };
  readonly finish: () => TargetingIndex;
};

/** Compiles trees into one index. Equal values are one number wherever they stand. Source: product decisions 6. */
export function createTargetingCompiler(): TargetingCompiler {
  const program: number[] = [];
  const valueIds: Map<string, number>[] = [];
  const fieldNames: string[] = [];
  const fieldOfFact = new Map<ValueFact, number>();
  const fieldOfKey = new Map<string, number>();
  const valueTexts: string[] = [];
  const texts: string[] = [];
  const textPlaces = new Map<string, number>();
  const places: number[] = [];

  function add(tree: Targeting) {
    const targetingAt = program.length;
    addNode(tree);
    return { targetingAt, asksForSegments: hasSegmentLeaf(tree) };
  }

  function addNode(node: Targeting): void {
    const at = program.length;
    program.push(0, 0);
    if ('all' in node) addParent(operations.all, node.all, at);
    else if ('any' in node) addParent(operations.any, node.any, at);
    else if ('not' in node) addParent(operations.not, [node.not], at);
    else if ('fact' in node) addValues(at, fieldOf(fieldOfFact, node.fact, node.fact), node.values);
    else if ('key' in node) {
      addValues(at, fieldOf(fieldOfKey, fold(node.key), `parameter ${node.key}`), node.values);
    } else if ('urlParts' in node) {
      program[at] = operations.url;
      program.push(...node.urlParts.map(textPlace));
    } else if ('near' in node) {
      const { latitude, longitude, metres } = node.near;
      program[at] = operations.near;
      program.push(places.length);
      places.push(...unitVector({ latitude, longitude }), chordSquare(metres), metres);
    } else {
      const { days, fromMinute, toMinute } = node.dayPart;
      program[at] = operations.dayPart;
      program.push(daySet(days), fromMinute, toMinute);
    }
    program[at + 1] = program.length - at;
  }

  function addParent(operation: number, children: readonly Targeting[], at: number): void {
    program[at] = operation;
    for (const child of children) addNode(child);
  }

  function addValues(at: number, field: number, values: readonly string[]): void {
    program[at] = operations.value;
    const ids = values.map((value) => valueId(field, fold(value)));
    program.push(field, ...[...new Set(ids)].sort((a, b) => a - b));
  }

  function fieldOf<Key>(fields: Map<Key, number>, key: Key, name: string): number {
    const known = fields.get(key);
    if (known !== undefined) return known;
    fields.set(key, fieldNames.length);
    valueIds.push(new Map());
    return fieldNames.push(name) - 1;
  }

  function valueId(field: number, text: string): number {
    const ids = valueIds[field] as Map<string, number>;
    const known = ids.get(text);
    if (known !== undefined) return known;
    ids.set(text, valueTexts.length);
    return valueTexts.push(text) - 1;
  }

  function textPlace(part: string): number {
    const text = fold(part);
    const known = textPlaces.get(text);
    if (known !== undefined) return known;
    textPlaces.set(text, texts.length);
    return texts.push(text) - 1;
  }

  function finish(): TargetingIndex {
    return Object.freeze({
      program: Int32Array.from(program),
      valueIds,
      fieldNames,
      segmentField: fieldOfFact.get('segment') ?? -1,
      fieldOfFact,
      fieldOfKey,
      valueTexts,
      texts,
      places: Float64Array.from(places),
    });
  }
  return { add, finish };
}

function hasSegmentLeaf(node: Targeting): boolean {
  if ('all' in node) return node.all.some(hasSegmentLeaf);
  if ('any' in node) return node.any.some(hasSegmentLeaf);
  if ('not' in node) return hasSegmentLeaf(node.not);
  return 'fact' in node && node.fact === 'segment';
}

/** Bit i for `weekdays[i]`; no days stand for all. */
function daySet(days: readonly string[]): number {
  return weekdays.reduce((set, day, index) => (days.length === 0 || days.includes(day) ? set | (1 << index) : set), 0);
}
