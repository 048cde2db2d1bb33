import type { TableColumn } from './data-table.tsx';

/** A column that the user can hide. The first column of a list is always shown. */
export type OptionalColumn<Row> = TableColumn<Row> & {
  /** Hidden until the user shows it. */
  readonly isHidden?: true;
};

/** What a user has chosen. Absent parts: the defaults. */
export type ColumnChoice = {
  /** Keys of the visible columns in order. */
  readonly keys?: readonly string[];
  /** Widths in pixels by key. */
  readonly widths?: Readonly<Record<string, number>>;
};

/** The visible columns in the chosen order, with the chosen widths. Unknown keys of a stored choice are ignored. */
export function chosenColumns<Row>(
  all: readonly OptionalColumn<Row>[],
  { keys, widths = {} }: ColumnChoice,
): readonly OptionalColumn<Row>[] {
  const [first, ...others] = all;
  const visible =
    keys === undefined
      ? others.filter(({ isHidden }) => isHidden !== true)
      : keys.flatMap((key) => others.filter((column) => column.key === key));
  return [...(first === undefined ? [] : [first]), ...visible].map((column) => {
    const width = widths[column.key];
    return width === undefined ? column : { ...column, width };
  });
}

/** The keys after a column was moved by one. The first column stays the first one. */
export function movedColumn(keys: readonly string[], key: string, by: -1 | 1): readonly string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  if (from < 1 || to < 1 || to >= keys.length) return keys;
  const moved = keys.filter((other) => other !== key);
  moved.splice(to, 0, key);
  return moved;
}
