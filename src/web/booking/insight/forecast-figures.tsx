import { Text } from '@mantine/core';
import type { Forecast } from '../../../client/generated/types.gen.ts';
import { billableByCounter } from '../../../core/pricing/billable-events.ts';
import { countText } from '../../labels/figures.ts';
import { Instant } from '../../ui/time/instant.tsx';

/** What is to be expected until the end, how sure that is, and how good such forecasts were. */
export function ForecastFigures({
  forecast,
  zone,
}: {
  readonly forecast: Forecast;
  readonly zone: string | undefined;
}) {
  const { expected, low, high, counter, goal, delivered, to } = forecast;
  const errors = forecast.positions
    .map(({ error }) => error)
    .filter(({ meanErrorPercent }) => meanErrorPercent !== null);
  const place = zone === undefined ? {} : { zone };
  return (
    <div>
      <Text fz="lg" fw={650}>
        {countText(expected)}
        <Text component="span" fz="sm" c="dimmed" fw={400}>
          {' '}
          {delivered > 0 ? 'more ' : ''}
          {billableByCounter[counter].label.toLowerCase()} until <Instant at={to} {...place} />
        </Text>
      </Text>
      <Text fz="sm">
        {low === null || high === null
          ? 'Too little is recorded to say how sure that is.'
          : `With 95% certainty ${countText(low)} to ${countText(high)}.`}
      </Text>
      {goal !== null && (
        <Text fz="sm">
          {delivered + expected >= goal
            ? `That reaches its goal of ${countText(goal)}.`
            : `That is ${countText(goal - delivered - expected)} short of its goal of ${countText(goal)}.`}
        </Text>
      )}
      <Text fz="xs" c="dimmed">
        {errors.length === 0
          ? 'No day was forecast here before.'
          : `Forecasts of a day were ${meanText(errors.map(({ meanErrorPercent }) => meanErrorPercent ?? 0))} off here on average.`}
      </Text>
    </div>
  );
}

function meanText(percents: readonly number[]): string {
  return `${(percents.reduce((sum, percent) => sum + percent, 0) / percents.length).toFixed(1)}%`;
}
