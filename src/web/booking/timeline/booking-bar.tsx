import { memo, type PointerEvent, type Ref } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { type BarPeriod, geometryOf } from './bar-period.ts';
import { barText, barTone, stateText } from './bar-tone.ts';
import { periodText, type TimeRange } from './time-range.ts';
import classes from './timeline.module.css';
import type { BookingBarRow } from './timeline-rows.ts';

/** Functions of the timeline that its bars call. They stay the same while the timeline is shown. */
export type BarActions = {
  begin(event: PointerEvent<HTMLElement>, booking: Booking, track: HTMLElement): void;
  move(event: PointerEvent<HTMLElement>, row: number): void;
  drop(): void;
  cancel(): void;
  open(row: number): void;
  point(row: number | null, bar: HTMLElement | null): void;
  focus(row: number): void;
};

type BarProps = {
  readonly index: number;
  readonly row: BookingBarRow;
  readonly range: TimeRange;
  /** The booking, if the user may change it and it is loaded. */
  readonly editable: Booking | null;
  /** The unsaved period. */
  readonly draft: BarPeriod | null;
  readonly isSaving: boolean;
  readonly isTabStop: boolean;
  /** Element that describes the bar. */
  readonly cardId: string | undefined;
  readonly actions: BarActions;
  readonly ref?: Ref<HTMLAnchorElement>;
};

/** The bar of a booking: a link to it that can be dragged. */
export const BookingBar = memo(function BookingBar(props: BarProps) {
  const { index, row, range, editable, draft, isSaving, isTabStop, cardId, actions } = props;
  const period = draft ?? row.period;
  const geometry = geometryOf(period, range);
  // A bar that was moved out of the range stays, so that the focus is not lost.
  const { left, width, isCutAtStart, isCutAtEnd } = geometry ?? {
    left: period.startMs >= range.toMs ? 1 : 0,
    width: 0,
    isCutAtStart: false,
    isCutAtEnd: false,
  };
  return (
    <a
      href={`/bookings/${row.id}`}
      className={classes.bar}
      draggable={false}
      tabIndex={isTabStop ? 0 : -1}
      data-bar={index}
      data-tone={barTone(row)}
      data-health={row.health}
      data-status={row.status}
      data-editable={editable !== null || undefined}
      data-draft={draft !== null || undefined}
      data-cut-start={isCutAtStart || undefined}
      data-cut-end={isCutAtEnd || undefined}
      data-open-end={period.endMs === null || undefined}
      aria-label={t('timeline.format.bar', {
        text: t('timeline.format.nameAndState', { name: row.name, state: barText(row) || stateText(row) }),
        dates: periodText(period.startMs, period.endMs),
      })}
      aria-describedby={cardId}
      aria-busy={isSaving}
      style={{ insetInlineStart: `${left * 100}%`, width: `max(${width * 100}%, 6px)` }}
      onPointerDown={(event) => {
        const track = event.currentTarget.parentElement;
        if (editable !== null && track !== null) actions.begin(event, editable, track);
      }}
      onPointerMove={(event) => actions.move(event, index)}
      onPointerUp={actions.drop}
      onPointerCancel={actions.cancel}
      onPointerEnter={(event) => actions.point(index, event.currentTarget)}
      onPointerLeave={() => actions.point(null, null)}
      onFocus={() => actions.focus(index)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // The keyboard handler of the grid opens bookings with Enter, which also causes a click.
        if (event.detail > 0) actions.open(index);
      }}
    >
      {barText(row)}
    </a>
  );
});
