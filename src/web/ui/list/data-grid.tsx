import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './data-grid.module.css';
import type { GridLayout } from './data-table.tsx';
import { type GridMove, moveOfKey, targetOf } from './grid-moves.ts';

type Column = { readonly key: string; readonly title: string; readonly width?: number };

const defaultWidth = 110;
const selectionWidth = 40;
const minWidth = 56;
const maxWidth = 640;
/** Change of the width by one press of an arrow key. */
const resizeStep = 16;

/** The width of a column in pixels. */
function widthOf({ width = defaultWidth }: Pick<Column, 'width'>): number {
  return width;
}

/** The grid layout of a table. A list without it does not load this code. @param onResize stores the width of a column */
export function gridLayout(onResize: (key: string, width: number) => void): GridLayout {
  return {
    className: classes.grid ?? '',
    attributes: gridProps,
    widths: (columns, hasSelection) => <ColumnWidths columns={columns} hasSelection={hasSelection} />,
    edge: (column) => (
      <ColumnResizer title={column.title} width={widthOf(column)} onResize={(width) => onResize(column.key, width)} />
    ),
  };
}

/** The attributes of a table that is shown as a grid. */
function gridProps(columns: readonly Column[], hasSelection: boolean) {
  const total = columns.reduce((sum, column) => sum + widthOf(column), hasSelection ? selectionWidth : 0);
  return {
    role: 'grid',
    style: { '--grid-width': `${total}px` } as CSSProperties,
    tabIndex: 0,
    onKeyDown: moveFocus,
    onMouseOver: showFullText,
  } as const;
}

/** The widths of the columns. */
function ColumnWidths({
  columns,
  hasSelection,
}: {
  readonly columns: readonly Column[];
  readonly hasSelection: boolean;
}) {
  return (
    <colgroup>
      {hasSelection && <col style={{ width: selectionWidth }} />}
      {columns.map((column) => (
        <col key={column.key} style={{ width: widthOf(column) }} />
      ))}
    </colgroup>
  );
}

/** The edge of a column header. Dragging it, or the arrow keys, change the width of the column. */
function ColumnResizer({
  title,
  width,
  onResize,
}: {
  readonly title: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}) {
  const resize = (next: number) => onResize(Math.min(maxWidth, Math.max(minWidth, Math.round(next))));
  const drag = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const startX = event.clientX;
    const direction = getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) => resize(width + direction * (clientX - startX));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be operated
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('common.label.columnWidth', { column: title })}
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      tabIndex={0}
      className={classes.resizer}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const change = event.key === 'ArrowRight' ? resizeStep : event.key === 'ArrowLeft' ? -resizeStep : 0;
        if (change === 0) return;
        event.preventDefault();
        event.stopPropagation();
        resize(width + change);
      }}
    />
  );
}

/** Moves the focus between cells. Enter or F2 edits or opens a cell, and the space key selects its row. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const table = event.currentTarget;
  const isInCell = event.target instanceof HTMLTableCellElement;
  if (!isInCell && event.target !== table) return;
  const isRightToLeft = getComputedStyle(table).direction === 'rtl';
  const move = moveOfKey(event.key, { isRightToLeft, withControl: event.ctrlKey || event.metaKey });
  if (move !== null) {
    event.preventDefault();
    focusCell(table, isInCell ? (event.target as HTMLTableCellElement) : null, move);
    return;
  }
  if (!isInCell) return;
  const cell = event.target as HTMLTableCellElement;
  const control = controlOf(cell, event.key);
  if (control === null) return;
  event.preventDefault();
  control.click();
}

function focusCell(table: HTMLTableElement, current: HTMLTableCellElement | null, move: GridMove): void {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const row = current?.parentElement as HTMLTableRowElement | undefined;
  const from = row === undefined ? null : { row: rows.indexOf(row), column: current?.cellIndex ?? 0 };
  const size = { rows: rows.length, columns: rows[0]?.cells.length ?? 0 };
  const target = targetOf(from, move, size);
  rows[target.row]?.cells[target.column]?.focus();
}

/** The control of a cell, or of its row, that a key operates. */
function controlOf(cell: HTMLTableCellElement, key: string): HTMLElement | null {
  if (key === ' ') return cell.parentElement?.querySelector<HTMLElement>('input[type=checkbox]') ?? null;
  if (key !== 'Enter' && key !== 'F2') return null;
  return cell.querySelector<HTMLElement>('[data-edit]') ?? cell.querySelector<HTMLElement>('a,button,input');
}

/** Shows the whole text of a cell that is cut off. */
function showFullText({ target }: MouseEvent<HTMLTableElement>): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell === null) return;
  const cut = [cell, ...cell.querySelectorAll('*')].some(
    (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
  );
  if (cut) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
