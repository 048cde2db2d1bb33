import type { ChangedRows } from '../../core/snapshot/snapshot-changes.ts';

/** The kinds of rows in the order in which a file has them: what others refer to comes first. */
export const rowKinds = [
  'publishers',
  'publications',
  'locations',
  'formats',
  'positions',
  'creatives',
  'bookings',
] as const satisfies readonly (keyof ChangedRows)[];

export type RowKind = (typeof rowKinds)[number];

/** Some rows of one kind: one line of a file. */
export type RowBatch = {
  readonly [Kind in RowKind]: { readonly kind: Kind; readonly rows: NonNullable<ChangedRows[Kind]> };
}[RowKind];

/** Rows of a line: a reader that has to serve meanwhile builds them in well below a millisecond. */
const rowsPerLine = 64;

/** The rows that a change names, in lines. */
export function* batchesOf(rows: ChangedRows): Generator<RowBatch> {
  for (const kind of rowKinds) {
    const all: readonly unknown[] = rows[kind] ?? [];
    for (let from = 0; from < all.length; from += rowsPerLine) {
      yield { kind, rows: all.slice(from, from + rowsPerLine) } as RowBatch;
    }
  }
}
