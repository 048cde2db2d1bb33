import { Paper, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { ReportRow } from '../../client/generated/types.gen.ts';
import { changeOf } from '../../core/reporting/comparison.ts';
import {
  dimensionKey,
  type GridCell,
  type GridColumn,
  type GridLine,
  type ReportGrid,
} from '../../core/reporting/grid-shape.ts';
import { t } from '../i18n/t.ts';
import { Pages } from '../ui/list/data-table.tsx';
import { mayDrill } from './drill-down.ts';
import { cellText, changeText, columnText, type Dimension, dimensionText, valueText } from './report-labels.ts';
import classes from './report-table.module.css';

const pageSize = 100;

type Props = {
  readonly caption: string;
  readonly grid: ReportGrid<ReportRow>;
  readonly pivot: Dimension | null;
  readonly sort: string | null;
  readonly onSort: (sort: string) => void;
  readonly onDrill: (dimension: Dimension, key: string) => void;
};

/** A report as a table. The header, the totals and the first column stay visible while the rest scrolls. */
export function ReportTable({ caption, grid, pivot, sort, onSort, onDrill }: Props) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(grid.lines.length / pageSize));
  const shown = Math.min(page, pages);
  const dimensions = grid.dimensions as readonly Dimension[];
  const lines = grid.lines.slice((shown - 1) * pageSize, shown * pageSize);
  return (
    <div>
      <Paper component="section" p={0} className={classes.frame} tabIndex={0} aria-label={caption}>
        <table className={classes.table}>
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          <thead>
            <tr>
              {dimensions.map((dimension) => (
                <Head
                  key={dimension}
                  id={dimension}
                  text={t(`labels.reportDimension.${dimension}`)}
                  sort={sort}
                  onSort={onSort}
                />
              ))}
              {grid.columns.map((column) => (
                <Head
                  key={column.id}
                  id={column.id}
                  text={columnText(column, pivot)}
                  sort={sort}
                  onSort={onSort}
                  isNumber
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.key} line={line} dimensions={dimensions} grid={grid} onDrill={onDrill} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(1, dimensions.length)}>
                {t('report.label.total')}
              </th>
              {grid.totals.map((cell, index) => (
                <Cell key={grid.columns[index]?.id} cell={cell} column={grid.columns[index]} />
              ))}
            </tr>
          </tfoot>
        </table>
      </Paper>
      <Pages page={shown} pageSize={pageSize} total={grid.lines.length} onPage={setPage} />
    </div>
  );
}

function Head({
  id,
  text,
  sort,
  onSort,
  isNumber = false,
}: {
  readonly id: string;
  readonly text: string;
  readonly sort: string | null;
  readonly onSort: (sort: string) => void;
  readonly isNumber?: boolean;
}) {
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
  // Numbers are sorted from the largest first.
  const first = isNumber ? `-${id}` : id;
  const next = order === 'none' ? first : order === 'ascending' ? `-${id}` : id;
  return (
    <th scope="col" aria-sort={order} data-align={isNumber ? 'end' : undefined}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(next)}>
        {text}
        <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
      </UnstyledButton>
    </th>
  );
}

function Line({
  line,
  dimensions,
  grid,
  onDrill,
}: {
  readonly line: GridLine<ReportRow>;
  readonly dimensions: readonly Dimension[];
  readonly grid: ReportGrid<ReportRow>;
  readonly onDrill: Props['onDrill'];
}) {
  return (
    <tr>
      {dimensions.map((dimension, index) => (
        <DimensionCell key={dimension} row={line.row} dimension={dimension} isFirst={index === 0} onDrill={onDrill} />
      ))}
      {line.cells.map((cell, index) => (
        <Cell key={grid.columns[index]?.id} cell={cell} column={grid.columns[index]} />
      ))}
    </tr>
  );
}

function DimensionCell({
  row,
  dimension,
  isFirst,
  onDrill,
}: {
  readonly row: ReportRow;
  readonly dimension: Dimension;
  readonly isFirst: boolean;
  readonly onDrill: Props['onDrill'];
}) {
  const text = dimensionText(row, dimension);
  const key = dimensionKey(row, dimension);
  const content = mayDrill(dimension, key) ? (
    <UnstyledButton
      className={classes.drill}
      aria-label={t('report.action.drillDown', { name: text })}
      onClick={() => onDrill(dimension, key)}
    >
      {text}
    </UnstyledButton>
  ) : (
    text
  );
  return isFirst ? <th scope="row">{content}</th> : <td>{content}</td>;
}

function Cell({ cell, column }: { readonly cell: GridCell; readonly column: GridColumn<ReportRow> | undefined }) {
  const measure = column?.measure;
  // Columns of a pivot have the name of a value as their heading.
  const isNamed = column?.kind === 'measure';
  if (measure === undefined) return <td />;
  const change = changeText(cell, measure);
  const { difference } = changeOf(cell.value, cell.before);
  const direction = Math.sign(difference ?? 0);
  return (
    <td data-align="end">
      {isNamed ? cellText(cell.value, measure) : valueText(cell.value, measure)}
      {change !== null && (
        <div className={classes.change} data-direction={direction}>
          <span aria-hidden="true">{direction > 0 ? '▲ ' : direction < 0 ? '▼ ' : ''}</span>
          {change}
          <VisuallyHidden>{t('report.text.before', { value: valueText(cell.before, measure) })}</VisuallyHidden>
        </div>
      )}
    </td>
  );
}
