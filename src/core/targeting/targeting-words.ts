import { fold } from './fold.ts';
import { chordSquare, unitVector } from './place.ts';
import type { GeoPoint } from './targeting.ts';
import type { ValueFact } from './value-facts.ts';

/** The numbers of everything that trees name; a number that was given keeps its meaning. */
export type TargetingDictionary = {
  /** Ids of folded values, one dictionary for each field; a value has an id of its own in each field. */
  readonly valueIds: readonly ReadonlyMap<string, number>[];
  /** Entry f: what field f is, for words. */
  readonly fieldNames: readonly string[];
  readonly fieldOfFact: ReadonlyMap<ValueFact, number>;
  /** By folded key. */
  readonly fieldOfKey: ReadonlyMap<string, number>;
  /** Texts of values by value id, and of parts of addresses by their place. */
  readonly valueTexts: readonly string[];
  readonly texts: readonly string[];
  /** Five entries for each place: a unit vector, the square of the chord, the radius in metres. */
  readonly places: readonly number[];
};

/** Numbers of each place in `places`. */
export const wordsPerPlace = 5;

/** Gives the numbers; what is new gets the next one. */
export type TargetingWordBook = {
  readonly words: TargetingDictionary;
  readonly factField: (fact: ValueFact) => number;
  readonly keyField: (key: string) => number;
  readonly valueId: (field: number, value: string) => number;
  readonly textPlace: (part: string) => number;
  readonly nearPlace: (near: GeoPoint & { readonly metres: number }) => number;
};

export function createTargetingWordBook(): TargetingWordBook {
  const valueIds: Map<string, number>[] = [];
  const fieldNames: string[] = [];
  const fieldOfFact = new Map<ValueFact, number>();
  const fieldOfKey = new Map<string, number>();
  const valueTexts: string[] = [];
  const texts: string[] = [];
  const textPlaces = new Map<string, number>();
  const places: number[] = [];
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
    words: { valueIds, fieldNames, fieldOfFact, fieldOfKey, valueTexts, texts, places },
    factField: (fact) => fieldOfFact.get(fact) ?? numberOf(fieldOfFact, fact, () => newField(fact)),
    keyField: (key) => fieldOfKey.get(key) ?? numberOf(fieldOfKey, fold(key), () => newField(`parameter ${key}`)),
    valueId: (field, value) => {
      const ids = valueIds[field] as Map<string, number>;
      // What is found is folded, for folding what is folded changes nothing; most values come again and again.
      return ids.get(value) ?? newValue(ids, fold(value));
    },
    textPlace: (part) => {
      const text = fold(part);
      return numberOf(textPlaces, text, () => texts.push(text) - 1);
    },
    nearPlace: ({ latitude, longitude, metres }) =>
      numberOf(
        placesKnown,
        `${latitude} ${longitude} ${metres}`,
        () => places.push(...unitVector({ latitude, longitude }), chordSquare(metres), metres) - wordsPerPlace,
      ),
  };
}

/** Which fact or key has a field; undefined: none. */
export function fieldKeyOf<Key>(fields: ReadonlyMap<Key, number>, field: number): Key | undefined {
  for (const [key, value] of fields) {
    if (value === field) return key;
  }
  return undefined;
}
