import { memo, useState } from 'react';
import { dayMs } from '../../../core/time/durations.ts';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { hintAttributes } from '../../ui/display/hints.tsx';
import {
  type AvailabilityDay,
  type AvailabilityLevel,
  availabilityDays,
  availabilityLevels,
  availabilitySummary,
} from './availability-days.ts';
import { dayTextOf, type TimeRange } from './time-range.ts';
import classes from './timeline.module.css';
import type { PositionAvailability } from './use-timeline.ts';

/** Height of a day that has less available, as part of the strip, so that it stays visible. */
const leastHeight = 0.15;

/** The available part of the ad requests of a position on each day. Higher: more available. Crossed out: none. */
export const AvailabilityStrip = memo(function AvailabilityStrip({
  availability,
  range,
}: {
  readonly availability: PositionAvailability | undefined;
  readonly range: TimeRange;
}) {
  const [isHovered, setHovered] = useState(false);
  if (availability === undefined) return null;
  const days = availabilityDays(availability, range);
  if (days === null) {
    return <span className={classes.noForecast}>{t('timeline.label.noForecast')}</span>;
  }
  if (days.length === 0) return null;
  const { free, fullDays } = availabilitySummary(days);
  const length = (range.toMs - range.fromMs) / dayMs;
  const x = ({ atMs }: AvailabilityDay) => (atMs - range.fromMs) / dayMs;
  return (
    <svg
      className={classes.strip}
      viewBox={`0 0 ${length} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('timeline.text.availability', { free: shareText(free), days: fullDays })}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {availabilityLevels.map((level) => (
        <path key={level} data-level={level} d={pathOf(days, level, x)} />
      ))}
      <path data-level="held" d={heldPathOf(days, x)} />
      <path className={classes.crosses} d={crossesOf(days, x)} />
      {isHovered &&
        days.map((day) => (
          <rect key={day.atMs} x={x(day)} width={1} height={1} fill="transparent" {...hintAttributes(dayHint(day))} />
        ))}
    </svg>
  );
});

type XOf = (day: AvailabilityDay) => number;

function pathOf(days: readonly AvailabilityDay[], level: AvailabilityLevel, x: XOf): string {
  return days
    .filter((day) => day.level === level)
    .map((day) => {
      const height = level === 'full' ? 1 : Math.max(leastHeight, day.free);
      return `M${x(day)} 1v${-height}h1v${height}z`;
    })
    .join('');
}

/** The part that held bookings reserve, above the available part. */
function heldPathOf(days: readonly AvailabilityDay[], x: XOf): string {
  return days
    .filter(({ held, expected }) => held > 0 && expected > 0)
    .map((day) => {
      const below = day.level === 'full' ? 0 : Math.max(leastHeight, day.free);
      const height = Math.min(1 - below, Math.max(leastHeight, day.held / day.expected));
      return `M${x(day)} ${1 - below}v${-height}h1v${height}z`;
    })
    .join('');
}

function crossesOf(days: readonly AvailabilityDay[], x: XOf): string {
  return days
    .filter(({ level }) => level === 'full')
    .map((day) => `M${x(day)} 0l1 1m-1 0l1 -1`)
    .join('');
}

function dayHint({ atMs, expected, booked, held }: AvailabilityDay): string {
  const day = dayTextOf(atMs);
  const needed = booked + held;
  const text =
    needed > expected
      ? t('timeline.format.dayOverbooked', { day, excess: needed - expected })
      : t('timeline.format.dayAvailability', { day, free: expected - needed, expected });
  return held === 0 ? text : t('timeline.format.withHeld', { text, held });
}
