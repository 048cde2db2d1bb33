import type { ChangedRows } from '../../core/snapshot/snapshot-changes.ts';

/** Kinds of rows in file order: referenced rows come first. */
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

/** Rows of one kind: one line of a file. */
export type RowBatch = {
  readonly [Kind in RowKind]: { readonly kind: Kind; readonly rows: NonNullable<ChangedRows[Kind]> };
}[RowKind];

/** Rows per line. A reader builds them in well below a millisecond, so that it can serve requests meanwhile. */
const rowsPerLine = 64;

/** Yields the rows of a change in lines. */
export function* batchesOf(rows: ChangedRows): Generator<RowBatch> {
  for (const kind of rowKinds) {
    const all: readonly unknown[] = rows[kind] ?? [];
    for (let from = 0; from < all.length; from += rowsPerLine) {
      yield { kind, rows: all.slice(from, from + rowsPerLine) } as RowBatch;
    }
  }
}
