import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import type { BarActions } from './booking-bar.tsx';
import { BookingCard } from './booking-card.tsx';
import type { TimeRange } from './time-range.ts';
import classes from './timeline.module.css';
import { TimelineAxis, TimelineLines } from './timeline-axis.tsx';
import { TimelineLegend } from './timeline-legend.tsx';
import { TimelineRowView } from './timeline-row.tsx';
import type { TimelineRow } from './timeline-rows.ts';
import { useBarEdit } from './use-bar-edit.ts';
import { barElement, useCard, useFocusedRow } from './use-focused-bar.ts';
import { useAvailability, useBookingDetails } from './use-timeline.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';
import { maxPrintedRows, rowHeight, seenRows, useVisibleRows } from './use-visible-rows.ts';

/** Details are requested when scrolling pauses. */
const loadDelayMs = 120;
const cardDelayMs = 250;

/** A grid with the time axis, groups, and one row for each booking. Only rows near the visible ones are rendered. */
export function TimelineGrid(props: {
  readonly label: string;
  readonly rows: readonly TimelineRow[];
  readonly range: TimeRange;
  /** Local time as if it were UTC. */
  readonly nowMs: number;
  readonly edit: EditBooking;
  readonly isBusy: boolean;
}) {
  const { label, rows, range, nowMs, edit, isBusy } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { first, last, isPrinting, update } = useVisibleRows(frame, rows.length);
  const [window] = useDebouncedValue(
    useMemo(() => ({ first, last }), [first, last]),
    loadDelayMs,
  );
  const seen = useMemo(() => seenRows(rows, window), [rows, window]);
  const details = useBookingDetails(rows, window);
  const availability = useAvailability(rows, window, range);
  const bars = useBarEdit(edit, range);
  const focus = useFocusedRow(frame, rows);
  const card = useCard();
  const actions = useActions(rows, { bars, focus, card });
  const onKeyDown = useTimelineKeys(rows, { bars, focus, card, details, mayEdit: edit !== null });
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
          <TimelineAxis range={range} nowMs={nowMs} />
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowHeight }}>
            <TimelineLines range={range} nowMs={nowMs} />
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
      <TimelineLegend rows={seen} />
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

function useActions(
  rows: readonly TimelineRow[],
  {
    bars,
    focus,
    card,
  }: {
    readonly bars: ReturnType<typeof useBarEdit>;
    readonly focus: ReturnType<typeof useFocusedRow>;
    readonly card: ReturnType<typeof useCard>;
  },
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
