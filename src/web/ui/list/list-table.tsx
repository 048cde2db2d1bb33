/*
 * Lists whose filters, order and page are stored in the address.
 *
 * - `use-list.ts`, `search-text.ts`: the state of a list. `list-table.tsx`, `data-table.tsx`: the table.
 * - `data-grid.tsx`, `grid-moves.ts`: tables with keyboard navigation. `use-columns.ts`, `column-menu.tsx`: the columns that
 *   a user has chosen. `editable-cell.tsx`: values that are edited in the table.
 * - `list-filters.tsx`, `debounced-search.tsx`, `include-archived.tsx`, `saved-views.tsx`: filters.
 * - `empty-state.tsx`, `name-button.tsx`: parts.
 */

import type { ReactNode } from 'react';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { DataTable, type DataTableProps, type TableColumn } from './data-table.tsx';

type List<Row> = {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  refresh(): void;
  readonly sort: string;
  onSort(sort: string): void;
  readonly paging: {
    readonly page: number;
    readonly pageSize: number;
    readonly total: number;
    onPage(page: number): void;
  };
};

const idOf = ({ id }: { readonly id: number }) => id;

/** One page of a list as a table, or the problem if it could not be loaded. */
export function ListTable<Row extends { readonly id: number }>(props: {
  readonly caption: string;
  readonly list: List<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly empty: ReactNode;
  readonly selection?: DataTableProps<Row>['selection'];
  readonly grid?: DataTableProps<Row>['grid'];
}) {
  const { list, caption, columns, empty, selection, grid } = props;
  if (list.error !== null) return <ProblemAlert error={list.error} retry={list.refresh} />;
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={list.rows}
      rowKey={idOf}
      sort={list.sort}
      onSort={list.onSort}
      paging={list.paging}
      empty={empty}
      {...(selection === undefined ? {} : { selection })}
      {...(grid === undefined ? {} : { grid })}
    />
  );
}
