/*
 * The timeline of bookings: the same filters as the table, with a bar for each booking.
 *
 * - `booking-timeline.tsx`, `timeline-toolbar.tsx`, `timeline-legend.tsx`: the view. `time-range.ts`: the visible period.
 * - `use-timeline.ts`, `timeline-rows.ts`: data and rows. `use-visible-rows.ts`: the rows that are rendered.
 * - `timeline-grid.tsx`, `timeline-axis.tsx`, `timeline-row.tsx`: the grid. `use-timeline-keys.ts`, `use-focused-bar.ts`:
 *   its keyboard. `booking-bar.tsx`, `bar-tone.ts`, `booking-card.tsx`: a bar, its color, and the card next to it.
 * - `bar-period.ts`, `use-bar-edit.ts`: moving and resizing. `availability-strip.tsx`, `availability-days.ts`: what
 *   positions have left.
 *
 * See docs/decisions/0176-booking-timeline.md.
 */

import { Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { dayMs } from '../../../core/time/durations.ts';
import { t } from '../../i18n/t.ts';
import { useZone } from '../../inventory/model/use-zone.ts';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { wallTimeOf } from '../../ui/time/zoned-time.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import { anchorOf, rangeAt, type TimeRange, type Zoom, zooms } from './time-range.ts';
import { TimelineGrid } from './timeline-grid.tsx';
import { timelineRowsOf } from './timeline-rows.ts';
import { groupings, TimelineToolbar } from './timeline-toolbar.tsx';
import { type Grouping, useTimeline } from './use-timeline.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** Bookings as bars by position, campaign or brand. Grouping, zoom and period are stored in the address. */
export function PlanningTimeline({
  values,
  change,
  edit,
}: {
  readonly values: Values;
  readonly change: (changes: Values) => void;
  readonly edit: EditBooking;
}) {
  const zone = useZone();
  const nowMs = useMemo(() => localNowMs(zone), [zone]);
  const groupBy = oneOf<Grouping>(groupings, values['group']) ?? 'position';
  const zoom = oneOf<Zoom>(zooms, values['zoom']) ?? 'month';
  const at = values['at'] ?? values['from'];
  const range = useMemo(() => rangeAt(zoom, timeOf(at) ?? nowMs), [zoom, at, nowMs]);
  const { data, error, refetch, isPlaceholderData } = useTimeline(values, groupBy, range);
  const rows = useMemo(() => (data === undefined ? [] : timelineRowsOf(data, range)), [data, range]);
  return (
    <>
      <TimelineToolbar
        groupBy={groupBy}
        range={range}
        onGroup={(group) => change({ group })}
        onZoom={(next) => change({ zoom: next, at: dayOf(keptTime(range, nowMs)) })}
        onMove={(to) => change({ at: dayOf(to === null ? nowMs : anchorOf(to)) })}
      />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && data.total > data.ids.length && (
        <Text fz="sm" mb="xs">
          {t('timeline.text.truncated', { shown: data.ids.length, total: data.total })}
        </Text>
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState icon="booking" title={t('timeline.title.noBookings')}>
          {t('timeline.text.noBookings')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <TimelineGrid
            // Drafts and the focus belong to the rows of one grouping and period.
            key={`${groupBy} ${range.zoom} ${range.fromMs}`}
            label={t('timeline.label.timeline')}
            rows={rows}
            range={range}
            nowMs={nowMs}
            edit={edit}
            isBusy={isPlaceholderData}
          />
          {edit !== null && (
            <Text fz="xs" c="dimmed" mt={4} visibleFrom="sm">
              {t('timeline.text.keys')}
            </Text>
          )}
        </>
      )}
    </>
  );
}

function oneOf<Value extends string>(values: readonly Value[], value: string | undefined): Value | undefined {
  return values.find((each) => each === value);
}

/** A change of the zoom keeps today visible, otherwise the start of the period. */
function keptTime(range: TimeRange, nowMs: number): number {
  return nowMs >= range.fromMs && nowMs < range.toMs ? nowMs : anchorOf(range);
}

/** The current time in a time zone, as if it were UTC. */
function localNowMs(timeZone: string): number {
  return Date.parse(`${wallTimeOf(new Date(), timeZone).replace(' ', 'T')}Z`);
}

function timeOf(day: string | undefined): number | null {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

function dayOf(atMs: number): string {
  return new Date(Math.floor(atMs / dayMs) * dayMs).toISOString().slice(0, 10);
}
