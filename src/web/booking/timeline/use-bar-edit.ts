import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import { type BarEdit, type BarPeriod, barPeriodOf, changedPeriod, dateChange, datesOf } from './bar-period.ts';
import { stepOf, type TimeRange } from './time-range.ts';

/** An unsaved change of a bar. */
export type BarDraft = {
  /** The row of the bar: a booking can be in several rows. */
  readonly row: number;
  readonly booking: Booking;
  readonly period: BarPeriod;
  readonly isSaving: boolean;
};

type Drag = { readonly edit: BarEdit; readonly startX: number; readonly pxPerMs: number; readonly booking: Booking };

/** Pixels that the pointer must move before a click becomes a drag. */
const dragPx = 4;

/** Width of the edges that change the start and the end, as in the style sheet: 8 pixels, and at most a third of the bar. */
const edgePx = 8;

/** What a press at a point of a bar changes. Edges outside the visible range cannot be dragged. */
function editAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, sign: 1 | -1): BarEdit {
  const { left, right, width } = currentTarget.getBoundingClientRect();
  const { cutStart, cutEnd, openEnd } = currentTarget.dataset;
  const edge = Math.min(edgePx, width / 3);
  const [fromStart, fromEnd] = sign === 1 ? [clientX - left, right - clientX] : [right - clientX, clientX - left];
  if (fromEnd <= edge && cutEnd === undefined && openEnd === undefined) return 'end';
  return fromStart <= edge && cutStart === undefined ? 'start' : 'move';
}

/** Moves and resizes bars with the pointer and the keyboard. Only one bar has a draft at a time. */
export function useBarEdit(edit: EditBooking, range: TimeRange) {
  const [draft, setDraft] = useState<BarDraft | null>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  // An event can follow another one before the rendering.
  const latest = useRef<BarDraft | null>(null);
  const put = useCallback((next: BarDraft | null) => {
    latest.current = next;
    setDraft(next);
  }, []);
  const stepMs = stepOf(range.zoom);

  const cancel = useCallback(() => {
    drag.current = null;
    if (latest.current?.isSaving !== true) put(null);
  }, [put]);

  const save = useCallback(async () => {
    const now = latest.current;
    drag.current = null;
    if (now === null || now.isSaving || edit === null) return;
    const changes = dateChange(now.booking, datesOf(now.booking, now.period));
    if (Object.keys(changes.change).length === 0) return put(null);
    put({ ...now, isSaving: true });
    await edit(now.booking, { field: t('booking.label.period'), ...changes });
    put(null);
  }, [edit, put]);

  /** Changes the bar by steps of the zoom. */
  const nudge = useCallback(
    (row: number, booking: Booking, by: { readonly edit: BarEdit; readonly steps: number }) => {
      const now = latest.current;
      if (now?.isSaving === true) return;
      const from = now?.row === row ? now.period : barPeriodOf(booking);
      const period = changedPeriod(from, { edit: by.edit, byMs: by.steps * stepMs, stepMs });
      put({ row, booking, period, isSaving: false });
    },
    [stepMs, put],
  );

  const begin = useCallback(
    (event: PointerEvent<HTMLElement>, booking: Booking, track: HTMLElement) => {
      wasDragged.current = false;
      if (event.button !== 0 || latest.current?.isSaving === true) return;
      const sign = getComputedStyle(track).direction === 'rtl' ? -1 : 1;
      const pxPerMs = (sign * track.getBoundingClientRect().width) / (range.toMs - range.fromMs);
      drag.current = {
        edit: editAt(event, sign),
        startX: event.clientX,
        pxPerMs,
        booking,
      };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    [range],
  );

  const move = useCallback(
    ({ clientX }: PointerEvent<HTMLElement>, row: number) => {
      const now = drag.current;
      if (now === null) return;
      const byPx = clientX - now.startX;
      if (!wasDragged.current && Math.abs(byPx) < dragPx) return;
      wasDragged.current = true;
      const byMs = Math.round(byPx / now.pxPerMs / stepMs) * stepMs;
      const period = changedPeriod(barPeriodOf(now.booking), { edit: now.edit, byMs, stepMs });
      put({ row, booking: now.booking, period, isSaving: false });
    },
    [stepMs, put],
  );

  const drop = useCallback(() => {
    if (drag.current !== null && wasDragged.current) void save();
    drag.current = null;
  }, [save]);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [cancel]);

  return { draft, begin, move, drop, nudge, save, cancel, wasDragged };
}
