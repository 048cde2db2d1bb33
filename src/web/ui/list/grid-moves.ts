/** A movement of the focus in a grid: by rows and columns, or to an end of a row or of the grid. */
export type GridMove =
  | { readonly rows: number; readonly columns: number }
  | { readonly to: 'row-start' | 'row-end' | 'first' | 'last' };

type Cell = { readonly row: number; readonly column: number };

const pageRows = 10;

/** The movement of a key. null: the key moves nothing. Source: ARIA Authoring Practices, grid pattern. */
export function moveOfKey(
  key: string,
  { isRightToLeft, withControl }: { readonly isRightToLeft: boolean; readonly withControl: boolean },
): GridMove | null {
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowDown':
      return { rows: 1, columns: 0 };
    case 'ArrowUp':
      return { rows: -1, columns: 0 };
    case 'ArrowRight':
      return { rows: 0, columns: forward };
    case 'ArrowLeft':
      return { rows: 0, columns: -forward };
    case 'PageDown':
      return { rows: pageRows, columns: 0 };
    case 'PageUp':
      return { rows: -pageRows, columns: 0 };
    case 'Home':
      return { to: withControl ? 'first' : 'row-start' };
    case 'End':
      return { to: withControl ? 'last' : 'row-end' };
    default:
      return null;
  }
}

/** The cell that a movement leads to. It stays inside the grid. Without a current cell it is the first one. */
export function targetOf(
  from: Cell | null,
  move: GridMove,
  size: { readonly rows: number; readonly columns: number },
): Cell {
  const last = { row: Math.max(0, size.rows - 1), column: Math.max(0, size.columns - 1) };
  if (from === null) return { row: 0, column: 0 };
  if ('to' in move) {
    if (move.to === 'first') return { row: 0, column: 0 };
    if (move.to === 'last') return last;
    return { row: from.row, column: move.to === 'row-start' ? 0 : last.column };
  }
  return {
    row: Math.min(last.row, Math.max(0, from.row + move.rows)),
    column: Math.min(last.column, Math.max(0, from.column + move.columns)),
  };
}
