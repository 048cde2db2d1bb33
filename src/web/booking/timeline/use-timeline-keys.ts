import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { nextBooking, type TimelineRow } from './timeline-rows.ts';
import type { BarDraft, useBarEdit } from './use-bar-edit.ts';
import type { useCard, useFocusedRow } from './use-focused-bar.ts';

const pageRows = 10;

/** The keys of the grid. Source: ARIA Authoring Practices, grid pattern. */
export function useTimelineKeys(
  rows: readonly TimelineRow[],
  context: {
    readonly bars: ReturnType<typeof useBarEdit>;
    readonly focus: ReturnType<typeof useFocusedRow>;
    readonly card: ReturnType<typeof useCard>;
    readonly details: ReadonlyMap<number, Booking>;
    readonly mayEdit: boolean;
  },
) {
  const navigate = useNavigate();
  const { bars, focus, card, details, mayEdit } = context;
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[focus.index];
    if (row?.kind !== 'booking') return;
    const { key } = event;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const horizontal = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (event.altKey && horizontal !== 0) {
      // The browser would go back or forward.
      event.preventDefault();
      const booking = mayEdit ? (details.get(row.id) ?? null) : null;
      if (booking === null || booking.archivedAt !== null) return;
      bars.wasDragged.current = false;
      bars.nudge(focus.index, booking, {
        edit: event.shiftKey ? 'end' : 'move',
        steps: isRightToLeft ? -horizontal : horizontal,
      });
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === 'Enter') {
      event.preventDefault();
      if (bars.draft === null) void navigate({ to: `/bookings/${row.id}` });
      else void bars.save();
      return;
    }
    if (key === 'Escape') return card.show(null);
    const next = targetOf(rows, focus.index, key);
    if (next === null) return;
    event.preventDefault();
    leave(bars.draft, bars.cancel);
    focus.moveTo(next);
  };
}

/** A draft of the keyboard that is neither saved nor canceled is discarded when another bar is selected. */
function leave(draft: BarDraft | null, cancel: () => void): void {
  if (draft !== null) cancel();
}

/** The row that a key selects. null: the key selects none. */
function targetOf(rows: readonly TimelineRow[], from: number, key: string): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return nextBooking(rows, from, 1);
    case 'ArrowUp':
    case 'ArrowLeft':
      return nextBooking(rows, from, -1);
    case 'PageDown':
      return nextBooking(rows, from, pageRows);
    case 'PageUp':
      return nextBooking(rows, from, -pageRows);
    case 'Home':
      return nextBooking(rows, -1, 1);
    case 'End':
      return nextBooking(rows, rows.length, -1);
    default:
      return null;
  }
}
