/**
 * Values of one field: one value common to all rows, one value per row, or the distinct values and an index per row. An
 * index after the last value represents an omitted field, as does an empty list of values.
 */
export type SnapshotColumn = readonly [values: readonly unknown[], indexes?: readonly number[]];

export function columnOf(all: readonly unknown[]): SnapshotColumn {
  const indexes = new Map<unknown, number>();
  const values: unknown[] = [];
  const placed = all.map((value) => {
    if (value === undefined) return -1;
    const key = typeof value === 'number' ? value : JSON.stringify(value);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, values.length);
    return values.push(value) - 1;
  });
  const isLeftOut = placed.includes(-1);
  if (values.length === 0 || (values.length === 1 && !isLeftOut)) return [values];
  if (values.length === all.length) return [values];
  return [values, isLeftOut ? placed.map((valueIndex) => (valueIndex === -1 ? values.length : valueIndex)) : placed];
}

/** Returns the value for each row. */
export function columnValues([values, indexes]: SnapshotColumn, count: number): readonly unknown[] {
  if (indexes !== undefined) return indexes.map((valueIndex) => values[valueIndex]);
  if (values.length === count) return values;
  const all: unknown[] = [];
  while (all.length < count) all.push(values[0]);
  return all;
}
