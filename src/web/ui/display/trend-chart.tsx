import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { compactText, countText } from '../../labels/figures.ts';
import { hintAttributes } from './hints.tsx';
import classes from './trend-chart.module.css';
import { svgPathOf, svgStepPathOf, ticksUpTo, visibleTickIndexes } from './trend-scale.ts';

/** A series of a chart. `main`: a line over an area. `quiet`: dashed steps, such as a plan. */
export type Series = { readonly name: string; readonly label: string; readonly tone: 'main' | 'quiet' };
/** The values of one time, by the names of the series. null: no step. */
export type Point = Readonly<Record<string, number | string | null>> & { readonly time: string };

/** A mark above the chart at one time. */
type Marker = {
  /** Index in `data`. */
  readonly index: number;
  /** Text of the tooltip. */
  readonly hint: string;
};

const margin = { top: 8, right: 24, bottom: 24, left: 44 };
const labelWidth = 56;

/**
 * The lines of counts over time on the home page and on the pages of campaigns and bookings, with marks of changes. It is
 * part of the first view and has no keyboard operation; `SeriesChart` draws the results of reports. For screen readers, a table next to it has the same values, or its label has their sum. A list next to
 * it describes the markers.
 */
export function TrendChart({
  data,
  series,
  label,
  markers = [],
  partialLabel,
  height = 240,
}: {
  readonly data: readonly Point[];
  readonly series: readonly Series[];
  /** Description for screen readers. */
  readonly label: string;
  readonly markers?: readonly Marker[];
  /** Name of the last time, if it is not complete. Its value is a hollow point without a line, because it still grows. */
  readonly partialLabel?: string;
  readonly height?: number;
}) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const plot = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const most = Math.max(0, ...data.flatMap((point) => series.map(({ name }) => Number(point[name] ?? 0))));
  const ticks = ticksUpTo(most);
  const top = ticks.at(-1) ?? 1;
  const x = (index: number) =>
    margin.left + (data.length < 2 ? plot.width / 2 : (index * plot.width) / (data.length - 1));
  const y = (value: number) => margin.top + plot.height - (value / top) * plot.height;
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    const nearest = Math.round((left / Math.max(1, plot.width)) * (data.length - 1));
    setAt(Math.min(data.length - 1, Math.max(0, nearest)));
  };
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={height}
        className={classes.chart}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        {(width > 0 ? ticks : []).map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text className={classes.tick} x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {compactText(tick)}
            </text>
          </g>
        ))}
        {(width > 0 ? visibleTickIndexes(data.length, Math.floor(plot.width / labelWidth)) : []).map((index) => (
          <text key={index} className={classes.tick} x={x(index)} y={height - 6} textAnchor="middle">
            {data[index]?.time}
          </text>
        ))}
        {width > 0 &&
          series.map(({ name, tone }) => {
            const points = data.map((point, index) => ({ x: x(index), y: y(Number(point[name] ?? 0)) }));
            if (tone === 'quiet') {
              const steps = points.map((point, index) =>
                data[index]?.[name] === null ? { ...point, y: null } : point,
              );
              const stepWidth = plot.width / Math.max(1, data.length - 1);
              return (
                <g key={name} data-tone={tone} className={classes.series}>
                  <path className={classes.line} d={svgStepPathOf(steps, stepWidth)} />
                </g>
              );
            }
            const complete = partialLabel === undefined ? points : points.slice(0, -1);
            const partial = partialLabel === undefined ? undefined : points.at(-1);
            return (
              <g key={name} data-tone={tone} className={classes.series}>
                <path className={classes.area} d={svgPathOf(complete, y(0))} />
                <path className={classes.line} d={svgPathOf(complete)} />
                {complete.length === 1 && <circle r="3" cx={complete[0]?.x} cy={complete[0]?.y} />}
                {at !== null && points[at] !== undefined && <circle r="4" cx={points[at].x} cy={points[at].y} />}
                {partial !== undefined && <circle className={classes.partial} r="4" cx={partial.x} cy={partial.y} />}
              </g>
            );
          })}
        {width > 0 &&
          markers.map(({ index, hint }) => (
            <g key={index} className={classes.marker} {...hintAttributes(hint)}>
              <line x1={x(index)} x2={x(index)} y1={margin.top} y2={y(0)} />
              <circle r="5" cx={x(index)} cy={margin.top} />
            </g>
          ))}
      </svg>
      <Readout
        point={at === null ? undefined : data[at]}
        series={series}
        partialLabel={at === null || at === data.length - 1 ? partialLabel : undefined}
      />
    </div>
  );
}

/** The legend, with the values at the pointer. A single series has no legend. */
function Readout({
  point,
  series,
  partialLabel,
}: {
  readonly point: Point | undefined;
  readonly series: readonly Series[];
  readonly partialLabel: string | undefined;
}) {
  const shown = point === undefined && series.length === 1 && partialLabel === undefined ? [] : series;
  return (
    <Group gap="md" justify="center" mih={20}>
      {point !== undefined && (
        <Text fz="xs" fw={600}>
          {point.time}
        </Text>
      )}
      {shown.map(({ name, label, tone }) => (
        <Text key={name} fz="xs" c="dimmed" className={classes.name} data-tone={tone}>
          {point === undefined
            ? label
            : t('common.label.withValue', { label, value: countText(Number(point[name] ?? 0)) })}
        </Text>
      ))}
      {partialLabel !== undefined && (
        <Text fz="xs" c="dimmed" className={classes.name} data-partial>
          {partialLabel}
        </Text>
      )}
    </Group>
  );
}
