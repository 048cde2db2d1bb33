import type { ThirdPartyCountsBody } from '../../../client/generated/types.gen.ts';
import { readLines } from '../../campaign/csv-import/read-lines.ts';
import { t } from '../../i18n/t.ts';

type Counts = ThirdPartyCountsBody['counts'];

/** Columns of the file. */
export const thirdPartyColumns = ['bookingId', 'day', 'impressions', 'viewables', 'clicks'];

const required = ['bookingId', 'day'] as const;
const measured = ['impressions', 'viewables', 'clicks'] as const;

/** Counts of a CSV file, or the reason why it cannot be read. */
export type ReadCounts =
  | { readonly counts: Counts; readonly fault: null }
  | { readonly counts: null; readonly fault: string };

/**
 * Reads counts of a third party from a CSV file with a header line. Other columns are ignored. Numbers may have
 * separators of thousands.
 * @example 'bookingId,day,impressions\n12,2026-11-20,1 200' // [{ bookingId: 12, day: '2026-11-20', impressions: 1200 }]
 */
export function readCounts(bytes: Uint8Array): ReadCounts {
  const { lines, fault } = readLines(bytes);
  if (fault !== null) return { counts: null, fault };
  const [header = [], ...rest] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const columns = new Map(
    header.map((name, index) => [
      name
        .trim()
        .replace(/^\uFEFF/, '')
        .toLowerCase(),
      index,
    ]),
  );
  const missing = required.find((name) => !columns.has(name.toLowerCase()));
  if (missing !== undefined) return { counts: null, fault: t('report.hint.columnMissing', { column: missing }) };
  const cellOf = (cells: readonly string[], name: string) => cells[columns.get(name.toLowerCase()) ?? -1]?.trim() ?? '';
  const counts = rest.map((cells) => ({
    bookingId: Number(cellOf(cells, 'bookingId')),
    day: cellOf(cells, 'day'),
    ...Object.fromEntries(
      measured
        .filter((name) => cellOf(cells, name) !== '')
        .map((name) => [name, Number(cellOf(cells, name).replaceAll(/[\s.,\u00a0\u202f']/g, ''))]),
    ),
  }));
  return { counts, fault: null };
}
