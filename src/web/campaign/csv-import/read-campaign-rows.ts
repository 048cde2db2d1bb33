import { readCell } from '../../../core/vocabulary/csv-cell.ts';
import { maxBulkItems } from '../../../core/vocabulary/limits/api-limits.ts';
import { t } from '../../i18n/t.ts';
import { exportColumns } from '../export-columns.ts';
import { type CampaignFields, csvColumns, isId } from './campaign-columns.ts';

/** Why a cell is invalid. Column null: the whole row is invalid. */
export type CsvFault = { readonly column: string | null; readonly message: string };

/** One line of a file. */
export type CampaignRow = {
  /** Line number of a spreadsheet: the header is line 1. */
  readonly line: number;
  /** Null: a new campaign. */
  readonly id: number | null;
  readonly fields: Partial<CampaignFields>;
  readonly faults: readonly CsvFault[];
};

export type CampaignFile = {
  readonly rows: readonly CampaignRow[];
  /** Unknown columns. */
  readonly ignored: readonly string[];
  /** Why the file cannot be read. Null: it can. */
  readonly fault: string | null;
};

type ColumnName = keyof CampaignFields;

/** Reads the lines of a file. The first line names the columns, each other line is a campaign. */
export function readCampaignRows(lines: readonly (readonly string[])[]): CampaignFile {
  const [{ cells: head } = { cells: [] }, ...body] = lines
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const names = head.map((name) => name.trim());
  const duplicate = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  const known = names.filter((name): name is ColumnName => name in csvColumns);
  const ignored = names.filter((name) => name !== '' && name !== 'id' && !(name in csvColumns));
  const faultOfFile = () => {
    if (duplicate !== undefined) return t('campaign.error.duplicateColumn', { name: duplicate });
    if (known.length === 0) return t('campaign.error.noColumns', { columns: Object.keys(csvColumns).join(', ') });
    if (body.length === 0) return t('campaign.error.noRows');
    if (body.length <= maxBulkItems) return null;
    return t('campaign.error.tooManyRows', { count: body.length, most: maxBulkItems });
  };
  const fault = faultOfFile();
  return {
    rows: fault === null ? withoutDuplicates(body.map((row) => rowOf({ names, ...row }))) : [],
    ignored: ignored.filter((name) => !(name in exportColumns)),
    fault,
  };
}

function rowOf(source: {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  readonly line: number;
}): CampaignRow {
  const { names, cells, line } = source;
  const width = names.findLastIndex((name) => name !== '') + 1;
  const idText = cellAt(cells, names.indexOf('id')) ?? '';
  const id = isId(idText) ? Number(idText) : null;
  // Missing cells are not empty cells, and after an extra separator all cells are in the wrong column.
  if (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = t('campaign.error.cellCount', { count: cells.length, expected: width });
    return { line, id, fields: {}, faults: [{ column: null, message }] };
  }
  const faults: CsvFault[] = [];
  if (idText !== '' && !isId(idText)) {
    faults.push({ column: 'id', message: t('campaign.error.invalidRowId', { value: idText }) });
  }
  const fields: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(csvColumns)) {
    const cell = cellAt(cells, names.indexOf(name));
    if (cell === undefined || (cell === '' && column.isRequired)) {
      if (column.isRequired && (idText === '' || cell !== undefined)) {
        faults.push({ column: name, message: t('campaign.error.emptyCell') });
      }
      continue;
    }
    // A new campaign uses the default for an empty cell.
    if (cell === '' && idText === '') continue;
    const read = column.read(cell);
    if ('fault' in read) faults.push({ column: name, message: read.fault });
    else fields[name] = read.value;
  }
  return { line, id, fields, faults };
}

/** Undefined: the file has no such column. */
function cellAt(cells: readonly string[], index: number): string | undefined {
  return index === -1 ? undefined : readCell((cells[index] ?? '').trim());
}

/** A campaign in two lines has no defined result. */
function withoutDuplicates(rows: readonly CampaignRow[]): readonly CampaignRow[] {
  return rows.map((row) => {
    const first = rows.find(({ id }) => id !== null && id === row.id);
    if (first === undefined || first === row) return row;
    const message = t('campaign.error.duplicateId', { line: first.line });
    return { ...row, faults: [...row.faults, { column: 'id', message }] };
  });
}
