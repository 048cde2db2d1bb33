/**
 * What rows have in one field: one value that all have, a value for each, or the distinct values and for each row
 * the place of its own. A place behind the last value stands for a field that is left out; so does no value at all.
 */
export type SnapshotColumn = readonly [values: readonly unknown[], places?: readonly number[]];

export function columnOf(all: readonly unknown[]): SnapshotColumn {
  const places = new Map<unknown, number>();
  const values: unknown[] = [];
  const placed = all.map((value) => {
    if (value === undefined) return -1;
    const key = typeof value === 'number' ? value : JSON.stringify(value);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    return values.push(value) - 1;
  });
  const isLeftOut = placed.includes(-1);
  if (values.length === 0 || (values.length === 1 && !isLeftOut)) return [values];
  if (values.length === all.length) return [values];
  return [values, isLeftOut ? placed.map((place) => (place === -1 ? values.length : place)) : placed];
}

/** The value of each of so many rows. */
export function columnValues([values, places]: SnapshotColumn, count: number): readonly unknown[] {
  if (places !== undefined) return places.map((place) => values[place]);
  if (values.length === count) return values;
  const all: unknown[] = [];
  while (all.length < count) all.push(values[0]);
  return all;
}
