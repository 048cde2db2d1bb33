import { Paper, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { Pages } from '../ui/list/data-table.tsx';
import { mayDrill } from './model/drill-down.ts';
import {
  cellText,
  changeText,
  columnText,
  type Dimension,
  dimensionText,
  intervalText,
  isSoFar,
  valueText,
} from './model/report-labels.ts';
import { containsToday, type ReportParameters } from './model/report-query.ts';
import classes from './report-table.module.css';
import { useScrollEdge } from './use-scroll-edge.ts';

const pageSize = 100;

type Props = {
  readonly caption: string;
  readonly grid: ReportGrid<ReportRow>;
  readonly parameters: ReportParameters;
  /** The current day of the publication. */
  readonly today: string;
  readonly onSort: (sort: string) => void;
  readonly onDrill: (dimension: Dimension, key: string) => void;
};

/** A report as a table. The header, the totals and the first column stay visible while the rest scrolls. */
export function ReportTable(props: Props) {
  const { caption, grid, parameters, today } = props;
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(grid.lines.length / pageSize));
  const shown = Math.min(page, pages);
  const lines = grid.lines.slice((shown - 1) * pageSize, shown * pageSize);
  const order = useColumnOrder(grid);
  const { ref, hasMore, onScroll } = useScrollEdge<HTMLDivElement>();
  return (
    <div>
      <div className={classes.edge} data-more={hasMore || undefined}>
        <Paper
          p={0}
          className={classes.frame}
          tabIndex={0}
          role="region"
          aria-label={caption}
          ref={ref}
          onScroll={onScroll}
        >
          <table className={classes.table} data-total={order[0] === grid.columns.length - 1 || undefined}>
            <VisuallyHidden component="caption">{caption}</VisuallyHidden>
            <Header {...props} order={order} />
            <tbody>
              {lines.map((line) => (
                <Line key={line.key} {...props} line={line} order={order} />
              ))}
            </tbody>
            <tfoot>
              {grid.others !== null && (
                <tr>
                  <th scope="row" colSpan={Math.max(1, grid.dimensions.length)}>
                    {t('report.label.other')}
                  </th>
                  {order.map((index) => (
                    <Cell key={grid.columns[index]?.id} cell={grid.others?.[index]} column={grid.columns[index]} />
                  ))}
                </tr>
              )}
              <tr>
                <th scope="row" colSpan={Math.max(1, grid.dimensions.length)}>
                  {t(containsToday(parameters, today) ? 'report.label.totalWithToday' : 'report.label.total')}
                </th>
                {order.map((index) => (
                  <Cell key={grid.columns[index]?.id} cell={grid.totals[index]} column={grid.columns[index]} />
                ))}
              </tr>
            </tfoot>
          </table>
        </Paper>
      </div>
      <Pages page={shown} pageSize={pageSize} total={grid.lines.length} onPage={setPage} />
    </div>
  );
}

/** The indexes of the columns in their order. On narrow screens the total of a pivot is the first one. */
function useColumnOrder({ columns, dimensions }: ReportGrid<ReportRow>): readonly number[] {
  const isNarrow = useMediaQuery('(max-width: 48em)') === true;
  const order = columns.map((_, index) => index);
  const isTotalFirst = isNarrow && dimensions.length === 1 && columns.at(-1)?.kind === 'total';
  return isTotalFirst ? [order.length - 1, ...order.slice(0, -1)] : order;
}

function Header({ grid, parameters, today, onSort, order }: Props & { readonly order: readonly number[] }) {
  const { pivot, sort, from, until } = parameters;
  const spendLabel = useSpendLabel();
  const hasYears = from.slice(0, 4) !== until.slice(0, 4);
  const textOf = (column: GridColumn<ReportRow>) => {
    const text = columnText(column, { pivot, spendLabel, hasYears });
    return pivot === null || column.row === null ? text : soFarText(text, column.row, pivot, today);
  };
  return (
    <thead>
      <tr>
        {(grid.dimensions as readonly Dimension[]).map((dimension) => (
          <Head
            key={dimension}
            id={dimension}
            text={t(`labels.reportDimension.${dimension}`)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        {order.map((index) => {
          const column = grid.columns[index];
          if (column === undefined) return null;
          return <Head key={column.id} id={column.id} text={textOf(column)} sort={sort} onSort={onSort} isNumber />;
        })}
      </tr>
    </thead>
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
  grid,
  order,
  today,
  onDrill,
}: Props & { readonly line: GridLine<ReportRow>; readonly order: readonly number[] }) {
  return (
    <tr>
      {(grid.dimensions as readonly Dimension[]).map((dimension, index) => (
        <DimensionCell
          key={dimension}
          row={line.row}
          dimension={dimension}
          isFirst={index === 0}
          today={today}
          onDrill={onDrill}
        />
      ))}
      {order.map((index) => (
        <Cell
          key={grid.columns[index]?.id}
          cell={line.cells[index]}
          column={grid.columns[index]}
          interval={intervalText(line.row, grid.columns[index], grid.dimensions)}
        />
      ))}
    </tr>
  );
}

/** Marks a time that is not complete. */
function soFarText(text: string, row: ReportRow, dimension: Dimension, today: string): string {
  if (!isSoFar(row, dimension, today)) return text;
  return dimension === 'day' ? t('report.text.daySoFar', { day: text }) : t('report.text.monthSoFar', { month: text });
}

function DimensionCell({
  row,
  dimension,
  isFirst,
  today,
  onDrill,
}: {
  readonly row: ReportRow;
  readonly dimension: Dimension;
  readonly isFirst: boolean;
  readonly today: string;
  readonly onDrill: Props['onDrill'];
}) {
  const text = soFarText(dimensionText(row, dimension), row, dimension, today);
  const isPartial = isSoFar(row, dimension, today) || undefined;
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
  return isFirst ? (
    <th scope="row" data-partial={isPartial}>
      {content}
    </th>
  ) : (
    <td data-partial={isPartial}>{content}</td>
  );
}

function Cell({
  cell,
  column,
  interval = null,
}: {
  readonly cell: GridCell | undefined;
  readonly column: GridColumn<ReportRow> | undefined;
  /** Confidence interval of a rate; null: none. */
  readonly interval?: string | null;
}) {
  const measure = column?.measure;
  // Columns of a pivot have the name of a value as their heading.
  const isNamed = column?.kind === 'measure';
  if (measure === undefined || cell === undefined) return <td />;
  const change = changeText(cell, measure);
  const { difference } = changeOf(cell.value, cell.before);
  const direction = Math.sign(difference ?? 0);
  return (
    <td data-align="end">
      {isNamed ? cellText(cell.value, measure) : valueText(cell.value, measure)}
      {interval !== null && <div className={classes.change}>{interval}</div>}
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
