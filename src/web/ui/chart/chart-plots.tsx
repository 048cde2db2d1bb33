import { svgPathOf, visibleTickIndexes } from '../display/trend-scale.ts';
import {
  axisWidthOf,
  chartHeight,
  chartMargin,
  type Drawing,
  endTextsOf,
  labelWidth,
  letterWidth,
  listRowHeight,
  nameWidth,
  narrow,
  scaleOf,
  stackBelow,
  toneOf,
} from './chart-drawing.ts';
import classes from './series-chart.module.css';

type Plot = Drawing & { readonly at: number | null; readonly width: number };

/** The series from left to right. */
export function TimePlot(props: Plot) {
  const { categories, series, kind, at, width, axisText } = props;
  const { ticks, top } = scaleOf(props);
  const left = axisWidthOf(props, ticks);
  const plot = {
    width: Math.max(0, width - left - chartMargin.right),
    height: chartHeight - chartMargin.top - chartMargin.bottom,
  };
  const band = plot.width / Math.max(1, categories.length);
  const x = (index: number) => left + (index + 0.5) * band;
  const y = (value: number) => chartMargin.top + plot.height - (value / top) * plot.height;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={left} x2={width - chartMargin.right} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {axisText(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <rect className={classes.selected} x={x(at) - band / 2} y={chartMargin.top} width={band} height={plot.height} />
      )}
      {visibleTickIndexes(categories.length, Math.floor(plot.width / labelWidth)).map((index) => (
        <text key={index} className={classes.tick} x={x(index)} y={chartHeight - 6} textAnchor="middle">
          {categories[index]?.label}
        </text>
      ))}
      {series.map((one, index) => {
        const isComparison = one.tone === 'comparison';
        if (kind === 'line' || isComparison) {
          const points = one.values.map((value, category) => ({ x: x(category), y: y(value ?? 0) }));
          // The line ends before a time that is not complete, which would look like a drop.
          const complete = categories.at(-1)?.isPartial === true && !isComparison ? points.slice(0, -1) : points;
          return (
            <g key={one.key} className={classes.series} data-series={toneOf(one, index)}>
              <path className={classes.line} d={svgPathOf(complete)} />
              {points.map((point, category) =>
                category === at || category === complete.length || points.length === 1 ? (
                  <circle
                    key={point.x}
                    className={category === complete.length ? classes.partial : undefined}
                    r="4"
                    cx={point.x}
                    cy={point.y}
                  />
                ) : null,
              )}
            </g>
          );
        }
        const bars = series.filter(({ tone }) => tone !== 'comparison').length;
        const thickness = (band * 0.72) / (kind === 'stacked' ? 1 : bars);
        return (
          <g key={one.key} className={classes.series} data-series={toneOf(one, index)}>
            {one.values.map((value, category) => {
              const base = kind === 'stacked' ? stackBelow(series, index, category) : 0;
              const start = x(category) - band * 0.36 + (kind === 'stacked' ? 0 : index * thickness);
              const upper = y(base + (value ?? 0));
              return (
                <rect
                  key={categories[category]?.key}
                  className={categories[category]?.isPartial === true ? classes.partial : undefined}
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

/** The categories one below the other. */
export function ListPlot(props: Plot) {
  const { categories, series, kind, at, width, axisText } = props;
  const { ticks, top } = scaleOf(props);
  const left = width < narrow ? nameWidth.narrow : nameWidth.wide;
  const height = categories.length * listRowHeight;
  const ends = endTextsOf(props);
  const endWidth = ends === null ? 0 : 8 + letterWidth * Math.max(...ends.map((text) => text.length));
  const length = Math.max(0, width - left - Math.max(chartMargin.right, endWidth));
  const x = (value: number) => left + (value / top) * length;
  const most = Math.floor((left - 12) / letterWidth);
  const thickness = (listRowHeight * 0.7) / (kind === 'stacked' ? 1 : series.length);
  const endOf = (category: number) =>
    x(kind === 'stacked' ? stackBelow(series, series.length, category) : (series[0]?.values[category] ?? 0));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={x(tick)} x2={x(tick)} y1={chartMargin.top} y2={chartMargin.top + height} />
          <text className={classes.tick} x={x(tick)} y={chartMargin.top + height + 16} textAnchor="middle">
            {axisText(tick)}
          </text>
        </g>
      ))}
      {at !== null && (
        <rect
          className={classes.selected}
          x={0}
          y={chartMargin.top + at * listRowHeight}
          width={width - chartMargin.right}
          height={listRowHeight}
        />
      )}
      {categories.map(({ key, label }, category) => (
        <text
          key={key}
          className={classes.tick}
          x={left - 8}
          y={chartMargin.top + (category + 0.5) * listRowHeight}
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
        <g key={one.key} className={classes.series} data-series={toneOf(one, index)}>
          {one.values.map((value, category) => {
            const base = kind === 'stacked' ? stackBelow(series, index, category) : 0;
            const start =
              chartMargin.top + (category + 0.15) * listRowHeight + (kind === 'stacked' ? 0 : index * thickness);
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
      {ends?.map((text, category) => (
        <text
          key={categories[category]?.key}
          className={classes.value}
          x={endOf(category) + 6}
          y={chartMargin.top + (category + 0.5) * listRowHeight}
          dy="0.32em"
        >
          {text}
        </text>
      ))}
    </>
  );
}
