import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../../i18n/t.ts';
import {
  axisWidthOf,
  chartHeight,
  chartMargin,
  type Drawing,
  listRowHeight,
  scaleOf,
  toneOf,
} from './chart-drawing.ts';
import { ListPlot, TimePlot } from './chart-plots.tsx';
import classes from './series-chart.module.css';

/**
 * The chart of a report: lines, bars or stacked bars of any metric, over time or as a list. Pages of the first view use
 * `TrendChart`, which is smaller and marks changes. The arrow keys and the pointer select a category, whose values are shown below the chart.
 * A table next to the chart has the same values.
 */
export function SeriesChart(props: Drawing & { readonly label: string }) {
  const { categories, direction, label, series, valueText } = props;
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const last = categories.length - 1;
  const height =
    direction === 'time' ? chartHeight : categories.length * listRowHeight + chartMargin.top + chartMargin.bottom;
  const move = (event: KeyboardEvent) => {
    const from = at ?? -1;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? null : from + step;
    if (target === null) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, target)));
  };
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(
      Math.min(last, Math.max(0, indexAt(props, { x: event.clientX - box.left, y: event.clientY - box.top, width }))),
    );
  };
  const category = at === null ? undefined : categories[at];
  const texts = series.map((one) => ({ ...one, text: valueText(at === null ? null : (one.values[at] ?? null)) }));
  return (
    <div>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation={direction === 'time' ? 'horizontal' : 'vertical'}
        aria-valuemin={1}
        aria-valuemax={categories.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={
          category === undefined
            ? label
            : `${category.title}: ${texts.map((one) => t('common.label.withValue', { label: one.label, value: one.text })).join(', ')}`
        }
        className={classes.chart}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        <svg width="100%" height={height} aria-hidden="true">
          {width > 0 &&
            (direction === 'time' ? (
              <TimePlot {...props} at={at} width={width} />
            ) : (
              <ListPlot {...props} at={at} width={width} />
            ))}
        </svg>
      </div>
      <Legend {...props} at={at} />
    </div>
  );
}

/** The series with their marks, and the values of the selected category. A single series needs no mark. */
function Legend({
  categories,
  series,
  kind,
  direction,
  valueText,
  partialLabel,
  at,
}: Drawing & { readonly at: number | null }) {
  const category = at === null ? undefined : categories[at];
  const isPartial = (category ?? categories.at(-1))?.isPartial === true;
  const shown = category === undefined && series.length === 1 ? [] : series;
  return (
    <Group gap="md" justify="center" mih={22}>
      {category !== undefined && (
        <Text fz="xs" fw={600}>
          {category.title}
        </Text>
      )}
      {shown.map((one, index) => (
        <Text key={one.key} fz="xs" className={classes.name} data-series={toneOf(one, index)}>
          <Mark isLine={direction === 'time' && (kind === 'line' || one.tone === 'comparison')} />
          {category === undefined
            ? one.label
            : t('common.label.withValue', { label: one.label, value: valueText(one.values[at ?? 0] ?? null) })}
        </Text>
      ))}
      {isPartial && (
        <Text fz="xs" className={classes.name}>
          <svg className={classes.mark} width="12" height="12" aria-hidden="true">
            <circle className={classes.partialMark} cx="6" cy="6" r="4" />
          </svg>
          {partialLabel}
        </Text>
      )}
    </Group>
  );
}

/** A piece of a line with its dashes, or of a bar. */
function Mark({ isLine }: { readonly isLine: boolean }) {
  return (
    <svg className={classes.mark} width={isLine ? 24 : 10} height="10" aria-hidden="true">
      {isLine ? <path className={classes.line} d="M0 5H24" /> : <rect width="10" height="10" rx="2" />}
    </svg>
  );
}

function indexAt(
  drawing: Drawing,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
) {
  if (drawing.direction === 'list') return Math.floor((y - chartMargin.top) / listRowHeight);
  const left = axisWidthOf(drawing, scaleOf(drawing).ticks);
  return Math.floor(((x - left) / Math.max(1, width - left - chartMargin.right)) * drawing.categories.length);
}
