import { Group, Pagination, Paper, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../i18n/t.ts';
import classes from './data-table.module.css';

/** One column of a table. */
export type TableColumn<Row> = {
  readonly key: string;
  readonly title: string;
  /** null, undefined or '': the row has no value. The cell shows a dash, and cards on narrow screens omit it. */
  readonly render: (row: Row) => ReactNode;
  /** Field that the API sorts by. Absent: not sortable. */
  readonly sort?: string;
  /** Numbers are aligned at the end. */
  readonly align?: 'end';
  /** Keeps short texts such as dates on one line. */
  readonly nowrap?: true;
  /** The column is as narrow as its images. */
  readonly isPicture?: true;
  /** Width in pixels in a grid. */
  readonly width?: number;
  /**
   * Where the card of a row on narrow screens shows the value. Absent: in a line of its own, after the title.
   * - `name`: in the first line. The first column needs none. `mark`: next to the name. `issue`: there instead of the mark, if it needs attention.
   * - `value`: in the second line without the title, `until` after a dash. `figure`: in the third line.
   * - `hidden`: nowhere.
   */
  readonly phone?: 'name' | 'mark' | 'issue' | 'value' | 'until' | 'figure' | 'hidden';
};

/** The page that is shown. */
export type Paging = {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  onPage(page: number): void;
};

export type DataTableProps<Row> = {
  /** Description for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  /** undefined: loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** Replaces a table without rows. */
  readonly empty?: ReactNode;
  /** `name` or `-name`. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
  readonly paging?: Paging;
  readonly selection?: { readonly selected: ReadonlySet<number>; onSelect(selected: ReadonlySet<number>): void };
  /**
   * Shows a grid: rows of one line, columns of fixed width that the user can change, a first column that stays visible, and
   * arrow keys that move between the cells.
   */
  readonly grid?: GridLayout;
};

type GridColumn = { readonly key: string; readonly title: string; readonly width?: number };

/** The parts of a table that is shown as a grid (`data-grid.tsx`). */
export type GridLayout = {
  readonly className: string;
  attributes(columns: readonly GridColumn[], hasSelection: boolean): ComponentProps<'table'>;
  widths(columns: readonly GridColumn[], hasSelection: boolean): ReactNode;
  /** The edge of a column header that changes the width. */
  edge(column: GridColumn): ReactNode;
};

const loadingRows = 6;
/** Rows that fill a window of common height. */
const firstRows = 20;

/** A table. On narrow screens its rows become cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, empty, paging, grid } = props;
  // Many rows render in slices, so that the page stays responsive.
  const rows = useFirstRowsFirst(useDeferredValue(props.rows));
  const toggle = useToggle(props.selection);
  if (rows?.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <>
      <Paper p={0} className={classes.frame}>
        <table
          className={grid === undefined ? classes.table : `${classes.table} ${grid.className}`}
          aria-busy={rows === undefined || rows !== props.rows}
          {...grid?.attributes(columns, props.selection !== undefined)}
        >
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          {grid?.widths(columns, props.selection !== undefined)}
          <thead>
            <tr>
              {props.selection !== undefined && <SelectAll {...props} />}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} grid={grid} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? (
              <LoadingRows columns={columns.length + (props.selection === undefined ? 0 : 1)} />
            ) : (
              rows.map((row) => (
                <BodyRow
                  key={props.rowKey(row)}
                  id={Number(props.rowKey(row))}
                  row={row}
                  columns={columns}
                  isSelected={props.selection?.selected.has(Number(props.rowKey(row)))}
                  toggle={toggle}
                  isGrid={grid !== undefined}
                />
              ))
            )}
          </tbody>
        </table>
      </Paper>
      {paging !== undefined && paging.total > 0 && <Pages {...paging} />}
    </>
  );
}

/** First returns the rows that fill the window, and all rows after these are visible. */
function useFirstRowsFirst<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [showsAll, setShowsAll] = useState(false);
  const isLoaded = rows !== undefined;
  useEffect(() => {
    if (isLoaded) startTransition(() => setShowsAll(true));
  }, [isLoaded]);
  return showsAll || rows === undefined || rows.length <= firstRows ? rows : rows.slice(0, firstRows);
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
  grid,
}: { readonly column: TableColumn<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'> & {
    readonly grid: DataTableProps<Row>['grid'];
  }) {
  const { title, align, sort: field } = column;
  const resizer = grid?.edge(column);
  if (field === undefined || onSort === undefined)
    return (
      <th scope="col" data-align={align} title={grid === undefined ? undefined : title}>
        {title}
        {resizer}
      </th>
    );
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';
  return (
    <th scope="col" data-align={align} aria-sort={order} title={grid === undefined ? undefined : title}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(order === 'ascending' ? `-${field}` : field)}>
        {title}
        <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
      </UnstyledButton>
      {resizer}
    </th>
  );
}

type BodyRowProps<Row> = {
  readonly id: number;
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  /** undefined: the rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly toggle: (id: number) => void;
  readonly isGrid: boolean;
};

function PlainRow<Row>({ id, row, columns, isSelected, toggle, isGrid }: BodyRowProps<Row>) {
  const focusable = isGrid ? { tabIndex: -1 } : {};
  return (
    <tr data-selected={isSelected}>
      {isSelected !== undefined && (
        <td className={classes.select} data-select {...focusable}>
          <input
            type="checkbox"
            className={classes.checkbox}
            aria-label={t('common.action.selectRow', { id })}
            checked={isSelected}
            onChange={() => toggle(id)}
          />
        </td>
      )}
      {columns.map(({ key, title, align, nowrap, isPicture, phone, render }) => {
        const content = render(row);
        const isEmpty = content === null || content === undefined || content === '';
        return (
          <td
            key={key}
            data-label={title}
            data-align={align}
            data-nowrap={nowrap}
            data-picture={isPicture}
            data-phone={phone}
            data-empty={isEmpty || undefined}
            {...focusable}
          >
            {isEmpty ? '–' : content}
          </td>
        );
      })}
    </tr>
  );
}

/** Renders only when its props change. The cast restores the type parameter that `memo` drops. */
const BodyRow = memo(PlainRow) as typeof PlainRow;

/** A function that stays the same when the selection changes. */
function useToggle(selection: DataTableProps<never>['selection']): (id: number) => void {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  return useCallback((id) => latest.current?.onSelect(toggled(latest.current.selected, id)), []);
}

function SelectAll<Row>({ rows = [], rowKey, selection }: DataTableProps<Row>) {
  const ids = rows.map((row) => Number(rowKey(row)));
  const count = ids.filter((id) => selection?.selected.has(id)).length;
  return (
    <th scope="col" className={classes.select} data-select>
      <input
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < ids.length;
        }}
        className={classes.checkbox}
        aria-label={t('common.action.selectAll')}
        checked={count > 0 && count === ids.length}
        onChange={() => selection?.onSelect(count === ids.length ? new Set() : new Set(ids))}
      />
    </th>
  );
}

function LoadingRows({ columns }: { readonly columns: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return Array.from({ length: loadingRows }, (_, row) => row).map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <Skeleton height={14} my={4} />
        </td>
      ))}
    </tr>
  ));
}

/** The range of rows that is shown, and links to the other pages. */
export function Pages({ page, pageSize, total, onPage }: Paging) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Group justify="space-between" mt="sm">
      <Text fz="sm" c="dimmed" aria-live="polite">
        {t('common.text.pageRange', { first, last, total })}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          total={Math.ceil(total / pageSize)}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': t('common.action.goToPage', { control }) })}
          getItemProps={(item) => ({ 'aria-label': t('common.label.page', { page: item }) })}
        />
      )}
    </Group>
  );
}

function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
