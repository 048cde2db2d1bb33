import { readCell } from '../../../core/words/csv-cell.ts';
import { maxBulkItems } from '../../../core/words/limits.ts';
import { exportColumns } from '../export-columns.ts';
import { type CampaignFields, csvColumns, isId } from './campaign-columns.ts';

/** What is wrong with a cell, by its column; null: with the whole row. */
export type CsvFault = { readonly column: string | null; readonly message: string };

/** One line of a file. */
export type CampaignRow = {
  /** As spreadsheets count them: the head is line 1. */
  readonly line: number;
  /** null: a new campaign. */
  readonly id: number | null;
  readonly fields: Partial<CampaignFields>;
  readonly faults: readonly CsvFault[];
};

export type CampaignFile = {
  readonly rows: readonly CampaignRow[];
  /** Columns that say nothing here. */
  readonly ignored: readonly string[];
  /** Why it cannot be read at all; null: it can. */
  readonly fault: string | null;
};

type ColumnName = keyof CampaignFields;

/** What the lines of a file say: the first names the columns, each other one is a campaign. */
export function readCampaignRows(lines: readonly (readonly string[])[]): CampaignFile {
  const [{ cells: head } = { cells: [] }, ...body] = lines
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const names = head.map((name) => name.trim());
  const doubled = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  const known = names.filter((name): name is ColumnName => name in csvColumns);
  const ignored = names.filter((name) => name !== '' && name !== 'id' && !(name in csvColumns));
  const faultOfFile = () => {
    if (doubled !== undefined) return `The column ${doubled} is there twice.`;
    if (known.length === 0) {
      return `The first line must name columns: id, ${Object.keys(csvColumns).join(', ')}.`;
    }
    if (body.length === 0) return 'There is no campaign in it.';
    return body.length > maxBulkItems ? `It has ${body.length} campaigns; ${maxBulkItems} go at once.` : null;
  };
  const fault = faultOfFile();
  return {
    rows: fault === null ? withoutDoubles(body.map((row) => rowOf({ names, ...row }))) : [],
    ignored: ignored.filter((name) => !(name in exportColumns)),
    fault,
  };
}

function rowOf(given: {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  readonly line: number;
}): CampaignRow {
  const { names, cells, line } = given;
  const width = names.findLastIndex((name) => name !== '') + 1;
  const idText = cellAt(cells, names.indexOf('id')) ?? '';
  const id = isId(idText) ? Number(idText) : null;
  // Cells that are not there are not empty ones, and behind a sign too many each stands in the wrong column.
  if (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = `has ${cells.length} cells, the first line ${width}`;
    return { line, id, fields: {}, faults: [{ column: null, message }] };
  }
  const faults: CsvFault[] = [];
  if (idText !== '' && !isId(idText)) faults.push({ column: 'id', message: 'must be an id, or empty for a new one' });
  const fields: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(csvColumns)) {
    const cell = cellAt(cells, names.indexOf(name));
    if (cell === undefined || (cell === '' && column.isNeeded)) {
      if (column.isNeeded && (idText === '' || cell !== undefined)) {
        faults.push({ column: name, message: 'must not be empty' });
      }
      continue;
    }
    // What a new one leaves empty it does not say.
    if (cell === '' && idText === '') continue;
    const read = column.read(cell);
    if ('fault' in read) faults.push({ column: name, message: read.fault });
    else fields[name] = read.value;
  }
  return { line, id, fields, faults };
}

/** undefined: the file has no such column. */
function cellAt(cells: readonly string[], index: number): string | undefined {
  return index === -1 ? undefined : readCell((cells[index] ?? '').trim());
}

/** One campaign in two lines would be changed twice, and nobody knows into what. */
function withoutDoubles(rows: readonly CampaignRow[]): readonly CampaignRow[] {
  return rows.map((row) => {
    const first = rows.find(({ id }) => id !== null && id === row.id);
    if (first === undefined || first === row) return row;
    const message = `is in line ${first.line} already`;
    return { ...row, faults: [...row.faults, { column: 'id', message }] };
  });
}
