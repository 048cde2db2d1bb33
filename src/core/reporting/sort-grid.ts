import type { GridOptions, GridRow, ReportGrid } from './grid-shape.ts';

/** Sorts the rows of a table by a dimension or a column. Missing values come last. An unknown column changes nothing. */
export function sortGrid<Row extends GridRow>(
  grid: ReportGrid<Row>,
  { sort, compareRows }: Pick<GridOptions<Row>, 'sort' | 'compareRows'>,
): ReportGrid<Row> {
  if (sort === null) return grid;
  const sign = sort.startsWith('-') ? -1 : 1;
  const id = sign === -1 ? sort.slice(1) : sort;
  if (grid.dimensions.includes(id)) {
    return { ...grid, lines: grid.lines.toSorted((one, other) => sign * compareRows(one.row, other.row, id)) };
  }
  const index = grid.columns.findIndex((column) => column.id === id);
  if (index === -1) return grid;
  const cellValue = (line: (typeof grid.lines)[number]) => line.cells[index]?.value ?? null;
  const lines = grid.lines.toSorted((one, other) => {
    const [a, b] = [cellValue(one), cellValue(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
  return { ...grid, lines };
}
