import { fold } from './fold.ts';
import { chordSquare, unitVector } from './geo-distance.ts';
import type { GeoPoint } from './targeting.ts';
import type { ValueFact } from './value-facts.ts';

/** Numbers of all names in trees. An assigned number keeps its meaning. */
export type TargetingDictionary = {
  /** IDs of folded values, one dictionary per field. IDs are unique across fields. */
  readonly valueIds: readonly ReadonlyMap<string, number>[];
  /** Entry f: description of field f. */
  readonly fieldNames: readonly string[];
  readonly fieldOfFact: ReadonlyMap<ValueFact, number>;
  /** By folded key. */
  readonly fieldOfKey: ReadonlyMap<string, number>;
  /** Texts of values by value ID, and of URL parts by index. */
  readonly valueTexts: readonly string[];
  readonly texts: readonly string[];
  /** Five entries per location: a unit vector, the square of the chord, the radius in meters. */
  readonly geoAreas: readonly number[];
};

/** Number of entries per location in `geoAreas`. */
export const numbersPerGeoArea = 5;

/** Entries of a dictionary in the order of their numbers. */
export type DictionaryEntries = {
  /** Facts, or keys of parameters. */
  readonly fields?: readonly ({ readonly fact: ValueFact } | { readonly key: string })[];
  readonly values?: readonly (readonly [field: number, text: string])[];
  readonly texts?: readonly string[];
  readonly areas?: readonly (GeoPoint & { readonly metres: number })[];
};

/** Assigns numbers. A new name gets the next number. */
export type TargetingDictionaryBuilder = {
  readonly words: TargetingDictionary;
  readonly factField: (fact: ValueFact) => number;
  readonly keyField: (key: string) => number;
  readonly valueId: (field: number, value: string) => number;
  readonly textIndex: (part: string) => number;
  readonly geoAreaOffset: (near: GeoPoint & { readonly metres: number }) => number;
  readonly entries: () => DictionaryEntries;
  /** Adds entries in their original order to a dictionary that has the preceding ones. */
  readonly restore: (entries: DictionaryEntries) => void;
};

export function createTargetingWordBook(): TargetingDictionaryBuilder {
  const valueIds: Map<string, number>[] = [];
  const fieldNames: string[] = [];
  const fieldOfFact = new Map<ValueFact, number>();
  const fieldOfKey = new Map<string, number>();
  const valueTexts: string[] = [];
  const texts: string[] = [];
  const textIndexes = new Map<string, number>();
  const geoAreas: number[] = [];
  const placesKnown = new Map<string, number>();
  const areas: (GeoPoint & { readonly metres: number })[] = [];
  const keys = new Map<number, string>();

  function numberOf<Key>(known: Map<Key, number>, key: Key, next: () => number): number {
    const number = known.get(key);
    if (number !== undefined) return number;
    const added = next();
    known.set(key, added);
    return added;
  }
  function newField(name: string): number {
    valueIds.push(new Map());
    return fieldNames.push(name) - 1;
  }
  function newValue(ids: Map<string, number>, text: string): number {
    return numberOf(ids, text, () => valueTexts.push(text) - 1);
  }
  function newKeyField(key: string): number {
    const field = newField(`parameter ${key}`);
    keys.set(field, key);
    return field;
  }
  function newArea(area: GeoPoint & { readonly metres: number }): number {
    areas.push(area);
    return geoAreas.push(...unitVector(area), chordSquare(area.metres), area.metres) - numbersPerGeoArea;
  }
  const factField = (fact: ValueFact) => fieldOfFact.get(fact) ?? numberOf(fieldOfFact, fact, () => newField(fact));
  const keyField = (key: string) => fieldOfKey.get(key) ?? numberOf(fieldOfKey, fold(key), () => newKeyField(key));
  function valueId(field: number, value: string): number {
    const ids = valueIds[field] as Map<string, number>;
    // A text that is found is already folded, because folding is idempotent. Most values occur repeatedly.
    return ids.get(value) ?? newValue(ids, fold(value));
  }
  function textIndex(part: string): number {
    const text = fold(part);
    return numberOf(textIndexes, text, () => texts.push(text) - 1);
  }
  const geoAreaOffset = ({ latitude, longitude, metres }: GeoPoint & { readonly metres: number }) =>
    numberOf(placesKnown, `${latitude} ${longitude} ${metres}`, () => newArea({ latitude, longitude, metres }));

  function entries(): DictionaryEntries {
    const facts = new Map([...fieldOfFact].map(([fact, field]) => [field, fact]));
    const values: [number, string][] = valueTexts.map((text) => [0, text]);
    for (const [field, ids] of valueIds.entries()) {
      for (const id of ids.values()) (values[id] as [number, string])[0] = field;
    }
    const fields = fieldNames.map((_, field) => {
      const fact = facts.get(field);
      return fact === undefined ? { key: keys.get(field) as string } : { fact };
    });
    return { fields, values, texts, areas };
  }
  function restore(added: DictionaryEntries): void {
    for (const field of added.fields ?? []) {
      if ('fact' in field) factField(field.fact);
      else keyField(field.key);
    }
    for (const [field, text] of added.values ?? []) {
      (valueIds[field] as Map<string, number>).set(text, valueTexts.push(text) - 1);
    }
    for (const text of added.texts ?? []) textIndexes.set(text, texts.push(text) - 1);
    for (const area of added.areas ?? []) geoAreaOffset(area);
  }
  return {
    words: { valueIds, fieldNames, fieldOfFact, fieldOfKey, valueTexts, texts, geoAreas },
    factField,
    keyField,
    valueId,
    textIndex,
    geoAreaOffset,
    entries,
    restore,
  };
}

/** Returns the fact or key of a field; undefined: none. */
export function fieldKeyOf<Key>(fields: ReadonlyMap<Key, number>, field: number): Key | undefined {
  for (const [key, value] of fields) {
    if (value === field) return key;
  }
  return undefined;
}
