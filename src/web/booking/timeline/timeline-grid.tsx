import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import type { BarActions } from './booking-bar.tsx';
import { BookingCard } from './booking-card.tsx';
import { type TimeRange, ticksOf } from './time-range.ts';
import classes from './timeline.module.css';
import { TimelineRowView } from './timeline-row.tsx';
import { nextBooking, type TimelineRow } from './timeline-rows.ts';
import { type BarDraft, useBarEdit } from './use-bar-edit.ts';
import { useAvailability, useBookingDetails } from './use-timeline.ts';
import { maxPrintedRows, rowHeight, useVisibleRows } from './use-visible-rows.ts';

/** Details are requested when scrolling pauses. */
const loadDelayMs = 120;
const cardDelayMs = 250;
const pageRows = 10;

/** A grid with the time axis, groups, and one row for each booking. Only rows near the visible ones are rendered. */
export function TimelineGrid(props: {
  readonly label: string;
  readonly rows: readonly TimelineRow[];
  readonly range: TimeRange;
  /** Local time as if it were UTC. */
  readonly nowMs: number;
  readonly withAvailability: boolean;
  readonly edit: EditBooking;
  readonly isBusy: boolean;
}) {
  const { label, rows, range, nowMs, withAvailability, edit, isBusy } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { first, last, isPrinting, update } = useVisibleRows(frame, rows.length);
  const [window] = useDebouncedValue(
    useMemo(() => ({ first, last }), [first, last]),
    loadDelayMs,
  );
  const details = useBookingDetails(rows, window);
  const availability = useAvailability(withAvailability ? rows : noRows, window, range);
  const bars = useBarEdit(edit, range);
  const focus = useFocusedRow(frame, rows);
  const card = useCard();
  const actions = useActions(rows, { bars, focus, card });
  const onKeyDown = useKeys(rows, { bars, focus, card, details, mayEdit: edit !== null });
  const indexes = renderedIndexes({ first, last, focused: focus.index, count: rows.length });
  const { draft } = bars;
  const cardRow = draft?.row ?? card.row;
  const shown = cardRow === null ? undefined : rows[cardRow];
  const anchor = cardRow === null ? null : (barElement(frame.current, cardRow)?.getBoundingClientRect() ?? null);
  return (
    <>
      <div ref={frame} className={classes.frame} onScroll={update} data-timeline>
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be virtualized */}
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-busy={isBusy}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <Axis range={range} />
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowHeight }}>
            <Lines range={range} nowMs={nowMs} />
            {indexes.map((index) => (
              <TimelineRowView
                key={index}
                index={index}
                row={rows[index] as TimelineRow}
                range={range}
                editable={editableOf(edit, details, rows[index])}
                draft={draft?.row === index ? draft : null}
                isTabStop={focus.index === index}
                cardId={cardRow === index ? card.id : undefined}
                availability={availabilityOf(availability, rows[index])}
                actions={actions}
              />
            ))}
          </div>
        </div>
      </div>
      {isPrinting && rows.length > maxPrintedRows && <p>{t('timeline.text.printLimit', { count: maxPrintedRows })}</p>}
      {shown?.kind === 'booking' && anchor !== null && (
        <BookingCard
          id={card.id}
          row={shown}
          booking={details.get(shown.id)}
          draft={draft}
          anchor={anchor}
          isByKeyboard={bars.wasDragged.current === false}
        />
      )}
    </>
  );
}

const noRows: readonly TimelineRow[] = [];

const Axis = memo(function Axis({ range }: { readonly range: TimeRange }) {
  const ticks = useMemo(() => ticksOf(range), [range]);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table cannot be virtualized
    // biome-ignore-start lint/a11y/useFocusableInteractive: the bars have the focus
    <div role="row" aria-rowindex={1} className={classes.axis}>
      <div role="columnheader" className={classes.name}>
        {t('timeline.label.booking')}
      </div>
      <div role="columnheader" className={classes.track} aria-label={t('timeline.label.dates')}>
        {ticks.map(({ atMs, label, isMajor }) => (
          <span
            key={atMs}
            className={classes.tick}
            data-minor={!isMajor || undefined}
            style={{ insetInlineStart: percentAt(range, atMs) }}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
});

/** The lines of the time axis, and the current time. */
const Lines = memo(function Lines({ range, nowMs }: { readonly range: TimeRange; readonly nowMs: number }) {
  const ticks = useMemo(() => ticksOf(range), [range]);
  return (
    <div className={classes.lines} aria-hidden="true">
      {ticks.map(({ atMs }) => (
        <span key={atMs} className={classes.line} style={{ insetInlineStart: percentAt(range, atMs) }} />
      ))}
      {nowMs >= range.fromMs && nowMs < range.toMs && (
        <span className={classes.now} data-now style={{ insetInlineStart: percentAt(range, nowMs) }} />
      )}
    </div>
  );
});

function percentAt({ fromMs, toMs }: TimeRange, atMs: number): string {
  return `${((atMs - fromMs) / (toMs - fromMs)) * 100}%`;
}

function editableOf(
  edit: EditBooking,
  details: ReadonlyMap<number, Booking>,
  row: TimelineRow | undefined,
): Booking | null {
  if (edit === null || row?.kind !== 'booking') return null;
  const booking = details.get(row.id) ?? null;
  return booking === null || booking.archivedAt !== null ? null : booking;
}

function availabilityOf(found: ReturnType<typeof useAvailability>, row: TimelineRow | undefined) {
  return row?.kind === 'group' && row.group.kind === 'position' ? found.get(row.group.id) : undefined;
}

/** The rows of the window, and the focused one, so that it keeps the focus. */
function renderedIndexes(window: {
  readonly first: number;
  readonly last: number;
  readonly focused: number;
  readonly count: number;
}): readonly number[] {
  const { first, last, focused, count } = window;
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return focused >= first && focused <= last
    ? indexes
    : [...indexes, ...(focused < count && focused >= 0 ? [focused] : [])];
}

function barElement(frame: HTMLElement | null, index: number): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-bar="${index}"]`) ?? null;
}

type Focus = ReturnType<typeof useFocusedRow>;
type Card = ReturnType<typeof useCard>;
type Bars = ReturnType<typeof useBarEdit>;

/** The row whose bar is the tab stop of the grid. */
function useFocusedRow(frame: React.RefObject<HTMLDivElement | null>, rows: readonly TimelineRow[]) {
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
function useCard() {
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

function useActions(
  rows: readonly TimelineRow[],
  { bars, focus, card }: { readonly bars: Bars; readonly focus: Focus; readonly card: Card },
): BarActions {
  const navigate = useNavigate();
  const { begin, move, drop, cancel, wasDragged } = bars;
  const { choose } = focus;
  const { show } = card;
  return useMemo(
    () => ({
      begin,
      move,
      drop,
      cancel,
      open(index) {
        const row = rows[index];
        if (row?.kind === 'booking' && !wasDragged.current) void navigate({ to: `/bookings/${row.id}` });
        wasDragged.current = false;
      },
      point: (index) => show(index, index === null ? 0 : cardDelayMs),
      focus(index) {
        choose(index);
        show(index, cardDelayMs);
      },
    }),
    [rows, navigate, begin, move, drop, cancel, wasDragged, choose, show],
  );
}

/** The keys of the grid. Source: ARIA Authoring Practices, grid pattern. */
function useKeys(
  rows: readonly TimelineRow[],
  context: {
    readonly bars: Bars;
    readonly focus: Focus;
    readonly card: Card;
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
