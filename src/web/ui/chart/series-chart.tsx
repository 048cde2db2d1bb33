import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { svgPathOf, ticksUpTo, visibleTickIndexes } from '../display/trend-scale.ts';
import classes from './series-chart.module.css';

/** A series of a chart. A quiet series has a dashed gray line. */
export type DrawnSeries = {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly isQuiet: boolean;
};

type Drawing = {
  readonly kind: 'line' | 'bar' | 'stacked';
  /** `time`: from left to right. `list`: one below the other, with space for names. */
  readonly direction: 'time' | 'list';
  readonly categories: readonly { readonly key: string; readonly label: string; readonly title: string }[];
  readonly series: readonly DrawnSeries[];
  readonly valueText: (value: number | null) => string;
  readonly axisText: (value: number) => string;
};

const margin = { top: 8, right: 24, bottom: 24 };
const labelWidth = 60;
const chartHeight = 260;
const rowHeight = 30;
const nameWidth = { wide: 200, narrow: 110 };
const narrow = 500;
const letterWidth = 7;

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
  const height = direction === 'time' ? chartHeight : categories.length * rowHeight + margin.top + margin.bottom;
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
        {(category !== undefined || series.length > 1) &&
          texts.map((one, index) => (
            <Text key={one.key} fz="xs" className={classes.name} data-series={one.isQuiet ? 'quiet' : index}>
              {category === undefined ? one.label : t('common.label.withValue', { label: one.label, value: one.text })}
            </Text>
          ))}
      </Group>
    </div>
  );
}

type Plot = Drawing & { readonly at: number | null; readonly width: number };

function TimePlot(props: Plot) {
  const { categories, series, kind, at, width, axisText } = props;
  const { ticks, top } = scaleOf(props);
  const left = marginOf(props, ticks);
  const plot = { width: Math.max(0, width - left - margin.right), height: chartHeight - margin.top - margin.bottom };
  const band = plot.width / Math.max(1, categories.length);
  const x = (index: number) => left + (index + 0.5) * band;
  const y = (value: number) => margin.top + plot.height - (value / top) * plot.height;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {axisText(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <rect className={classes.selected} x={x(at) - band / 2} y={margin.top} width={band} height={plot.height} />
      )}
      {visibleTickIndexes(categories.length, Math.floor(plot.width / labelWidth)).map((index) => (
        <text key={index} className={classes.tick} x={x(index)} y={chartHeight - 6} textAnchor="middle">
          {categories[index]?.label}
        </text>
      ))}
      {series.map((one, index) => {
        const tone = one.isQuiet ? 'quiet' : index;
        if (kind === 'line' || one.isQuiet) {
          const points = one.values.map((value, category) => ({ x: x(category), y: y(value ?? 0) }));
          return (
            <g key={one.key} className={classes.series} data-series={tone}>
              <path className={classes.line} d={svgPathOf(points)} />
              {points.map((point, category) =>
                category === at || points.length === 1 ? (
                  <circle key={point.x} r="4" cx={point.x} cy={point.y} />
                ) : null,
              )}
            </g>
          );
        }
        const bars = series.filter(({ isQuiet }) => !isQuiet).length;
        const thickness = (band * 0.72) / (kind === 'stacked' ? 1 : bars);
        return (
          <g key={one.key} className={classes.series} data-series={tone}>
            {one.values.map((value, category) => {
              const base = kind === 'stacked' ? stackBelow(series, index, category) : 0;
              const start = x(category) - band * 0.36 + (kind === 'stacked' ? 0 : index * thickness);
              const upper = y(base + (value ?? 0));
              return (
                <rect
                  key={categories[category]?.key}
                  x={start}
                  y={upper}
                  width={Math.max(1, thickness - 1)}
                  height={Math.max(0, y(base) - upper)}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

function ListPlot(props: Plot) {
  const { categories, series, kind, at, width, axisText } = props;
  const { ticks, top } = scaleOf(props);
  const left = width < narrow ? nameWidth.narrow : nameWidth.wide;
  const height = categories.length * rowHeight;
  const length = Math.max(0, width - left - margin.right);
  const x = (value: number) => left + (value / top) * length;
  const most = Math.floor((left - 12) / letterWidth);
  const thickness = (rowHeight * 0.7) / (kind === 'stacked' ? 1 : series.length);
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={x(tick)} x2={x(tick)} y1={margin.top} y2={margin.top + height} />
          <text className={classes.tick} x={x(tick)} y={margin.top + height + 16} textAnchor="middle">
            {axisText(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <rect
          className={classes.selected}
          x={0}
          y={margin.top + at * rowHeight}
          width={width - margin.right}
          height={rowHeight}
        />
      )}
      {categories.map(({ key, label }, category) => (
        <text
          key={key}
          className={classes.tick}
          x={left - 8}
          y={margin.top + (category + 0.5) * rowHeight}
          dy="0.32em"
          textAnchor="end"
        >
          {Array.from(label).length > most
            ? `${Array.from(label)
                .slice(0, most - 1)
                .join('')}…`
            : label}
        </text>
      ))}
      {series.map((one, index) => (
        <g key={one.key} className={classes.series} data-series={one.isQuiet ? 'quiet' : index}>
          {one.values.map((value, category) => {
            const base = kind === 'stacked' ? stackBelow(series, index, category) : 0;
            const start = margin.top + (category + 0.15) * rowHeight + (kind === 'stacked' ? 0 : index * thickness);
            return (
              <rect
                key={categories[category]?.key}
                x={x(base)}
                y={start}
                width={Math.max(0, x(base + (value ?? 0)) - x(base))}
                height={Math.max(1, thickness - 1)}
              />
            );
          })}
        </g>
      ))}
    </>
  );
}

/** Round ticks up to the largest value or stack. Rates can be below 1. */
function scaleOf({ series, kind, categories }: Drawing) {
  const values = categories.flatMap((_, category) =>
    kind === 'stacked'
      ? [series.reduce((sum, one) => sum + (one.isQuiet ? 0 : (one.values[category] ?? 0)), 0)]
      : series.map((one) => one.values[category] ?? 0),
  );
  const most = Math.max(0, ...values);
  // `ticksUpTo` returns integers.
  const factor = most > 0 && most < 10 ? 1000 : 1;
  const ticks = ticksUpTo(most * factor).map((tick) => tick / factor);
  return { ticks, top: ticks.at(-1) ?? 1 };
}

function stackBelow(series: readonly DrawnSeries[], index: number, category: number): number {
  return series.slice(0, index).reduce((sum, one) => sum + (one.isQuiet ? 0 : (one.values[category] ?? 0)), 0);
}

function marginOf({ axisText }: Drawing, ticks: readonly number[]): number {
  return 16 + letterWidth * Math.max(3, ...ticks.map((tick) => axisText(tick).length));
}

function indexAt(
  drawing: Drawing,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
) {
  if (drawing.direction === 'list') return Math.floor((y - margin.top) / rowHeight);
  const left = marginOf(drawing, scaleOf(drawing).ticks);
  return Math.floor(((x - left) / Math.max(1, width - left - margin.right)) * drawing.categories.length);
}
