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

/** Assigns numbers. A new name gets the next number. */
export type TargetingDictionaryBuilder = {
  readonly words: TargetingDictionary;
  readonly factField: (fact: ValueFact) => number;
  readonly keyField: (key: string) => number;
  readonly valueId: (field: number, value: string) => number;
  readonly textIndex: (part: string) => number;
  readonly geoAreaOffset: (near: GeoPoint & { readonly metres: number }) => number;
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
  return {
    words: { valueIds, fieldNames, fieldOfFact, fieldOfKey, valueTexts, texts, geoAreas },
    factField: (fact) => fieldOfFact.get(fact) ?? numberOf(fieldOfFact, fact, () => newField(fact)),
    keyField: (key) => fieldOfKey.get(key) ?? numberOf(fieldOfKey, fold(key), () => newField(`parameter ${key}`)),
    valueId: (field, value) => {
      const ids = valueIds[field] as Map<string, number>;
      // A text that is found is already folded, because folding is idempotent. Most values occur repeatedly.
      return ids.get(value) ?? newValue(ids, fold(value));
    },
    textIndex: (part) => {
      const text = fold(part);
      return numberOf(textIndexes, text, () => texts.push(text) - 1);
    },
    geoAreaOffset: ({ latitude, longitude, metres }) =>
      numberOf(
        placesKnown,
        `${latitude} ${longitude} ${metres}`,
        () => geoAreas.push(...unitVector({ latitude, longitude }), chordSquare(metres), metres) - numbersPerGeoArea,
      ),
  };
}

/** Returns the fact or key of a field; undefined: none. */
export function fieldKeyOf<Key>(fields: ReadonlyMap<Key, number>, field: number): Key | undefined {
  for (const [key, value] of fields) {
    if (value === field) return key;
  }
  return undefined;
}
