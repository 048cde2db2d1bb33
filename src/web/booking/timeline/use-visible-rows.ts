import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VisibleRows } from './use-timeline.ts';

/** Height of a row in pixels, as in the style sheet. */
export const rowHeight = 34;
/** Rows that are rendered above and below the visible ones. */
const extraRows = 10;
/** The window moves in steps, so that most frames of a scroll render nothing. */
const stepRows = 5;
/** Most rows that are printed. */
export const maxPrintedRows = 500;

/** The rows in the window, among the rendered ones. At the ends of the list, the rendered rows. */
export function seenRows<Row>(rows: readonly Row[], { first, last }: VisibleRows): readonly Row[] {
  const from = first === 0 ? 0 : first + extraRows;
  return rows.slice(from, last >= rows.length - 1 ? rows.length : last + 1 - extraRows);
}

/** The rows of a scrolling frame that are rendered: those near the visible ones, or the first ones while printing. */
export function useVisibleRows(frame: RefObject<HTMLElement | null>, count: number) {
  const [visible, setVisible] = useState<VisibleRows>({ first: 0, last: 40 });
  const [isPrinting, setPrinting] = useState(false);
  const update = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = frame.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - extraRows);
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + extraRows;
    const next = { first: first - (first % stepRows), last: last + stepRows - (last % stepRows) };
    setVisible((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, [frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer rows change the scroll position
  useLayoutEffect(update, [update, count]);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('resize', update);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('resize', update);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [update]);
  const rendered = isPrinting ? { first: 0, last: maxPrintedRows - 1 } : visible;
  return { first: rendered.first, last: Math.min(rendered.last, count - 1), isPrinting, update };
}
