import '@mantine/charts/styles.css';
import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

const AreaChart = lazy(() => import('@mantine/charts').then(({ AreaChart: chart }) => ({ default: chart })));

/** One line of a chart. */
export type Series = { readonly name: string; readonly label: string; readonly color: string };

/** Its code is large, so it is loaded once so much of a chart is in view. */
const visiblePart = 0.5;

/** Figures over time; the same stands in a table for who cannot see it. */
export function TrendChart({
  data,
  series,
  label,
  height = 240,
}: {
  readonly data: readonly (Readonly<Record<string, number | string | null>> & { readonly time: string })[];
  readonly series: readonly Series[];
  /** What the chart shows, in words. */
  readonly label: string;
  readonly height?: number;
}) {
  const { ref, entry } = useIntersection({ threshold: visiblePart });
  const [isSeen, setSeen] = useState(false);
  if (entry?.isIntersecting === true && !isSeen) setSeen(true);
  if (!isSeen) return <div ref={ref} role="img" aria-label={label} style={{ height }} />;
  return (
    <div role="img" aria-label={label}>
      <Suspense fallback={<Skeleton height={height} />}>
        <AreaChart
          h={height}
          data={data.map((point) => ({ ...point }))}
          dataKey="time"
          series={[...series]}
          curveType="monotone"
          withLegend={series.length > 1}
          withDots={data.length < 32}
          valueFormatter={(value) => value.toLocaleString('en')}
          fillOpacity={0.12}
          strokeWidth={2}
          areaProps={{ isAnimationActive: false }}
        />
      </Suspense>
    </div>
  );
}
