/** Maximum number of invalid rows that a report lists. Further rows are only counted. */
export const maxNamedRows = 1_000;

/** Faults of rows. Invalid rows are skipped, others are imported. */
export const rowFaults = [
  'wrong_columns',
  'json_invalid',
  'not_utf8',
  'line_too_long',
  'id_missing',
  'id_invalid',
  'segment_missing',
  'segment_invalid',
  'segment_of_another_source',
  'too_many_segments',
  'event_unknown',
  'timestamp_invalid',
  'repeated',
] as const;
export type RowFaultCode = (typeof rowFaults)[number];

/** Contains no identifier: the content of a row is never logged. */
export type BadRow = { readonly file: string; readonly line: number; readonly code: RowFaultCode };

export type RowReport = {
  readonly rows: number;
  readonly badRows: number;
  readonly counts: Readonly<Partial<Record<RowFaultCode, number>>>;
  /** The first invalid rows, ordered by file and line. */
  readonly named: readonly BadRow[];
};

export type RowReporter = {
  row(): void;
  bad(row: BadRow): void;
  readonly report: () => RowReport;
};

export function createRowReporter(): RowReporter {
  let rows = 0;
  let badRows = 0;
  const counts: Partial<Record<RowFaultCode, number>> = {};
  const named: BadRow[] = [];
  return {
    row: () => {
      rows += 1;
    },
    bad(row) {
      badRows += 1;
      counts[row.code] = (counts[row.code] ?? 0) + 1;
      if (named.length < maxNamedRows) named.push(row);
    },
    report: () => ({
      rows,
      badRows,
      counts,
      named: named.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
    }),
  };
}
