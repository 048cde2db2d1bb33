import { memo, useMemo } from 'react';
import { t } from '../../i18n/t.ts';
import { isWeekend, type TimeRange, ticksOf } from './time-range.ts';
import classes from './timeline.module.css';

type AxisProps = {
  readonly range: TimeRange;
  /** Local time as if it were UTC. */
  readonly nowMs: number;
};

/** The header row with the dates and the label of the current time. */
export const TimelineAxis = memo(function TimelineAxis({ range, nowMs }: AxisProps) {
  const ticks = useMemo(() => ticksOf(range), [range]);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table cannot be virtualized
    // biome-ignore-start lint/a11y/useFocusableInteractive: the bars have the focus
    <div role="row" aria-rowindex={1} className={classes.axis}>
      <div role="columnheader" className={classes.name}>
        {t('timeline.label.booking')}
      </div>
      <div role="columnheader" className={classes.track} aria-label={t('timeline.label.dates')}>
        {ticks.map(({ atMs, label, isMajor, spanMs }) => (
          <span
            key={atMs}
            className={classes.tick}
            data-minor={!isMajor || undefined}
            style={{ insetInlineStart: percentAt(range, atMs), ...(spanMs && { width: percentOf(range, spanMs) }) }}
          >
            {label}
          </span>
        ))}
        {ticks.map(
          ({ atMs, month }) =>
            month !== undefined && (
              <span key={month} className={classes.month} style={{ insetInlineStart: percentAt(range, atMs) }}>
                {month}
              </span>
            ),
        )}
        {isInside(range, nowMs) && (
          <span className={classes.nowLabel} style={{ insetInlineStart: percentAt(range, nowMs) }}>
            {t('timeline.label.now')}
          </span>
        )}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
});

/** The lines of the time axis, and the current time. */
export const TimelineLines = memo(function TimelineLines({ range, nowMs }: AxisProps) {
  const ticks = useMemo(() => ticksOf(range), [range]);
  return (
    <div className={classes.lines} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick.atMs}
          className={classes.line}
          data-weekend={isWeekend(tick) || undefined}
          style={{
            insetInlineStart: percentAt(range, tick.atMs),
            ...(isWeekend(tick) && { width: percentOf(range, tick.spanMs ?? 0) }),
          }}
        />
      ))}
      {isInside(range, nowMs) && (
        <span className={classes.now} data-now style={{ insetInlineStart: percentAt(range, nowMs) }} />
      )}
    </div>
  );
});

function isInside({ fromMs, toMs }: TimeRange, atMs: number): boolean {
  return atMs >= fromMs && atMs < toMs;
}

function percentAt(range: TimeRange, atMs: number): string {
  return percentOf(range, atMs - range.fromMs);
}

function percentOf({ fromMs, toMs }: TimeRange, ms: number): string {
  return `${(ms / (toMs - fromMs)) * 100}%`;
}
