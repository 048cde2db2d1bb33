/** A location or a format of the grid. */
type Side = { readonly id: number; readonly code: string };

/** A combination of a location and a format. */
export type PositionCell = { readonly locationId: number; readonly formatId: number; readonly slotName: string };

/** The combination of a location and a format. A position without a suffix has this slot name. */
export function cellOf(location: Side, format: Side): PositionCell {
  return { locationId: location.id, formatId: format.id, slotName: `${location.code}-${format.code}` };
}

/** Selects the cells that exist not yet, or deselects them if all are selected. */
export function toggled(
  selected: ReadonlySet<string>,
  cells: readonly PositionCell[],
  existing: ReadonlySet<string>,
): ReadonlySet<string> {
  const free = freeCells(cells, existing);
  const next = new Set(selected);
  const isAll = stateOf(selected, cells, existing) === 'all';
  for (const { slotName } of free) {
    if (isAll) next.delete(slotName);
    else next.add(slotName);
  }
  return next;
}

/** Whether all, some or none of the cells that can be created are selected. `existing`: all cells exist. */
export function stateOf(
  selected: ReadonlySet<string>,
  cells: readonly PositionCell[],
  existing: ReadonlySet<string>,
): 'all' | 'some' | 'none' | 'existing' {
  const free = freeCells(cells, existing);
  if (free.length === 0) return 'existing';
  const count = free.filter(({ slotName }) => selected.has(slotName)).length;
  if (count === 0) return 'none';
  return count === free.length ? 'all' : 'some';
}

function freeCells(cells: readonly PositionCell[], existing: ReadonlySet<string>): readonly PositionCell[] {
  return cells.filter(({ slotName }) => !existing.has(slotName));
}
