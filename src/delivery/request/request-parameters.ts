import type { RequestParameters } from '../../core/decision/ad-request.ts';

export const noParameters: RequestParameters = new Map();

/**
 * Returns the parameters of a JSON ad request. Most are never targeted, so values are converted on demand. A map is
 * created only if all are requested.
 */
export function parametersOf(given: Readonly<Record<string, unknown>>): RequestParameters {
  return new GivenParameters(given);
}

/** Parameters that are converted on demand. */
export abstract class LazyParameters implements RequestParameters {
  #all: ReadonlyMap<string, readonly string[]> | null = null;

  abstract get(key: string): readonly string[] | undefined;
  abstract has(key: string): boolean;
  abstract get size(): number;
  /** Visits all parameters without caching: each decision iterates over them. */
  abstract forEach(visit: VisitParameter): void;

  entries() {
    return this.#map().entries();
  }

  keys() {
    return this.#map().keys();
  }

  values() {
    return this.#map().values();
  }

  [Symbol.iterator]() {
    return this.#map().entries();
  }

  #map(): ReadonlyMap<string, readonly string[]> {
    if (this.#all === null) {
      const all = new Map<string, readonly string[]>();
      this.forEach((values, key) => {
        all.set(key, values);
      });
      this.#all = all;
    }
    return this.#all;
  }
}

export type VisitParameter = (values: readonly string[], key: string, map: RequestParameters) => void;

class GivenParameters extends LazyParameters {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    super();
    this.#given = given;
  }

  get(key: string): readonly string[] | undefined {
    return Object.hasOwn(this.#given, key) ? valuesOf(this.#given[key]) : undefined;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    let size = 0;
    this.forEach(() => {
      size += 1;
    });
    return size;
  }

  forEach(visit: VisitParameter): void {
    for (const key of Object.keys(this.#given)) {
      const values = valuesOf(this.#given[key]);
      if (values !== undefined) visit(values, key, this);
    }
  }
}

/** Returns non-empty texts and numbers (including zero), alone or in a list, or undefined if there are none. */
function valuesOf(given: unknown): readonly string[] | undefined {
  // The usual form. Unchanged values are not copied.
  if (typeof given === 'string') return given === '' ? undefined : [given];
  if (isListOfTexts(given)) return given;
  const values = (Array.isArray(given) ? given : [given]).filter(isValue).map(String);
  return values.length > 0 ? values : undefined;
}

function isListOfTexts(given: unknown): given is readonly string[] {
  if (!Array.isArray(given) || given.length === 0) return false;
  for (let index = 0; index < given.length; index += 1) {
    if (typeof given[index] !== 'string' || given[index] === '') return false;
  }
  return true;
}

function isValue(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
