import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TimelineRow } from './timeline-rows.ts';
import { rowHeight } from './use-visible-rows.ts';

/** The row whose bar is the tab stop of the grid. */
export function useFocusedRow(frame: RefObject<HTMLDivElement | null>, rows: readonly TimelineRow[]) {
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const firstBooking = useMemo(() => rows.findIndex(({ kind }) => kind === 'booking'), [rows]);
  const index = chosen !== null && rows[chosen]?.kind === 'booking' ? chosen : firstBooking;
  useEffect(() => {
    if (wanted.current === null) return;
    barElement(frame.current, wanted.current)?.focus({ preventScroll: true });
    wanted.current = null;
  });
  const moveTo = useCallback(
    (next: number) => {
      wanted.current = next;
      setChosen(next);
      const { current } = frame;
      if (current === null) return;
      const top = next * rowHeight;
      const visible = current.clientHeight - 2 * rowHeight;
      if (top < current.scrollTop) current.scrollTop = top;
      else if (top > current.scrollTop + visible) current.scrollTop = top - visible;
    },
    [frame],
  );
  return { index, moveTo, choose: setChosen };
}

/** The bar whose card is shown: the one under the pointer after a pause, or the one with the focus. */
export function useCard() {
  const id = useId();
  const [row, setRow] = useState<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const show = useCallback((next: number | null, delayMs = 0) => {
    window.clearTimeout(timer.current);
    if (delayMs === 0) setRow(next);
    else timer.current = window.setTimeout(() => setRow(next), delayMs);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { id, row, show };
}

/** The element of the bar in a row. null: the row is not rendered. */
export function barElement(frame: HTMLElement | null, index: number): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-bar="${index}"]`) ?? null;
}
