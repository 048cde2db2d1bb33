import { isTimeDimension } from './comparison.ts';
import { type GridCell, type GridColumn, type GridRow, type PairedRow, type ReportGrid, rowKey } from './grid-shape.ts';
import { inventoryTable, type WholeOf } from './inventory-table.ts';
import {
  addSums,
  isShareOfInventory,
  type Measure,
  type MeasureSums,
  measureValue,
  noSums,
  type ReportCounts,
  sumsOf,
} from './report-metrics.ts';

/** Most columns of a pivot. The others are combined. */
export const maxPivotColumns = 50;

type Cell = { now: MeasureSums; before: MeasureSums };
type Sums<Row> = { readonly row: Row; readonly total: Cell; readonly cells: Map<string, Cell> };

/**
 * Returns the values of one measure with the values of a dimension as columns, and a column with the total of each row.
 * Times are columns in their order, at most the latest 50. Other values are ordered by their total, at most the
 * largest 50. The remaining values are one column.
 */
export function pivotGrid<Row extends GridRow>(
  pairs: readonly PairedRow<Row>[],
  options: {
    readonly dimensions: readonly string[];
    readonly pivot: string;
    readonly measure: Measure;
    readonly isCompared: boolean;
  },
): Pick<ReportGrid<Row>, 'columns' | 'lines' | 'totals'> {
  const { dimensions, pivot, measure, isCompared } = options;
  const lines = new Map<string, Sums<Row>>();
  const columns = new Map<string, Sums<Row>>();
  const total = noCell(measure);
  for (const { now, before } of pairs) {
    const row = (now ?? before) as Row;
    const column = rowKey(row, [pivot]);
    const line = entryOf(lines, rowKey(row, dimensions), row, measure);
    const cell = line.cells.get(column) ?? noCell(measure);
    line.cells.set(column, cell);
    for (const sums of [cell, line.total, entryOf(columns, column, row, measure).total, total]) {
      addTo(sums, measure, now, before);
    }
  }
  const { shown, others } = dividedColumns(columns, pivot);
  const groups = [...shown.map((key) => [key]), ...(others.length === 0 ? [] : [others])];
  const wholes = isShareOfInventory(measure)
    ? [...groups.map((keys) => keys.flatMap((key) => columns.get(key)?.row ?? [])), null].map(wholesOf(pairs, options))
    : null;
  const cellsOf = (line: Row | null, cells: (key: string) => Cell | undefined, all: Cell): readonly GridCell[] =>
    [...groups.map((keys) => combined(keys.map(cells), measure)), all].map((cell, index) => {
      const { now, before } = wholes?.[index]?.(cell, line) ?? cell;
      return { value: measureValue(now), before: isCompared ? measureValue(before) : null };
    });
  const column = (id: string, kind: GridColumn<Row>['kind'], row: Row | null = null) => ({ id, measure, kind, row });
  return {
    columns: [
      ...shown.map((key) => column(`=${key}`, 'pivot', columns.get(key)?.row)),
      ...(others.length === 0 ? [] : [column('other', 'other')]),
      column('total', 'total'),
    ],
    lines: [...lines].map(([key, line]) => ({
      key,
      row: line.row,
      cells: cellsOf(line.row, (id) => line.cells.get(id), line.total),
    })),
    totals: cellsOf(null, (id) => columns.get(id)?.total, total),
  };
}

/** Returns, for a group of columns, the cells of lines with the denominators of a share. null: all columns, all lines. */
function wholesOf<Row extends GridRow>(
  pairs: readonly PairedRow<Row>[],
  { dimensions, pivot }: { readonly dimensions: readonly string[]; readonly pivot: string },
) {
  const options = { groupBy: [...dimensions, pivot], lines: dimensions, columns: [pivot] };
  const tables = [pairs.flatMap(({ now }) => now ?? []), pairs.flatMap(({ before }) => before ?? [])].map((rows) =>
    inventoryTable(rows, options),
  );
  return (columns: readonly Row[] | null) => {
    const [now, before] = tables.map((table) => table(columns)) as [WholeOf<Row>, WholeOf<Row>];
    return (cell: Cell, line: Row | null): Cell => {
      const lines = line === null ? null : [line];
      return { now: { ...cell.now, whole: now(lines) }, before: { ...cell.before, whole: before(lines) } };
    };
  };
}

function dividedColumns<Row>(columns: ReadonlyMap<string, Sums<Row>>, pivot: string) {
  const keys = [...columns.keys()];
  const sizeOf = (key: string) => columns.get(key)?.total.now.part ?? 0;
  const ordered = isTimeDimension(pivot) ? keys.toSorted() : keys.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (ordered.length <= maxPivotColumns) return { shown: ordered, others: [] };
  if (isTimeDimension(pivot))
    return { shown: ordered.slice(-maxPivotColumns), others: ordered.slice(0, -maxPivotColumns) };
  return { shown: ordered.slice(0, maxPivotColumns), others: ordered.slice(maxPivotColumns) };
}

function entryOf<Row>(entries: Map<string, Sums<Row>>, key: string, row: Row, measure: Measure): Sums<Row> {
  const entry = entries.get(key) ?? { row, total: noCell(measure), cells: new Map<string, Cell>() };
  entries.set(key, entry);
  return entry;
}

function noCell(measure: Measure): Cell {
  return { now: noSums(measure), before: noSums(measure) };
}

function addTo(cell: Cell, measure: Measure, now: ReportCounts | null, before: ReportCounts | null): void {
  if (now !== null) cell.now = addSums(cell.now, sumsOf(measure, now));
  if (before !== null) cell.before = addSums(cell.before, sumsOf(measure, before));
}

function combined(cells: readonly (Cell | undefined)[], measure: Measure): Cell {
  return cells.reduce<Cell>(
    (sum, cell) =>
      cell === undefined ? sum : { now: addSums(sum.now, cell.now), before: addSums(sum.before, cell.before) },
    noCell(measure),
  );
}
