import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { axisWidthOf, chartHeight, chartMargin, type Drawing, listRowHeight, scaleOf } from './chart-drawing.ts';
import { ListPlot, TimePlot } from './chart-plots.tsx';
import classes from './series-chart.module.css';

/**
 * The chart of a report: lines, bars or stacked bars of any metric, over time or as a list. Pages of the first view use
 * `TrendChart`, which is smaller and marks changes. The arrow keys and the pointer select a category, whose values are shown below the chart.
 * A table next to the chart has the same values.
 */
export function SeriesChart(props: Drawing & { readonly label: string }) {
  const { categories, direction, label, series, valueText, partialLabel } = props;
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
      <Group gap="md" justify="center" mih={22}>
        {category !== undefined && (
          <Text fz="xs" fw={600}>
            {category.title}
          </Text>
        )}
        {texts.map((one, index) => (
          <Text key={one.key} fz="xs" className={classes.name} data-series={one.isQuiet ? 'quiet' : index}>
            {category === undefined ? one.label : t('common.label.withValue', { label: one.label, value: one.text })}
          </Text>
        ))}
        {(category ?? categories.at(-1))?.isPartial === true && (
          <Text fz="xs" className={classes.name} data-partial>
            {partialLabel}
          </Text>
        )}
      </Group>
    </div>
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
