import { Text } from '@mantine/core';
import type { Forecast } from '../../../client/generated/types.gen.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { Instant } from '../../ui/time/instant.tsx';

/** Expected delivery until the end, and whether it reaches the goal. */
export function ForecastFigures({
  forecast,
  zone,
}: {
  readonly forecast: Forecast;
  readonly zone: string | undefined;
}) {
  const { expected, counter, goal, delivered, to } = forecast;
  const date = <Instant at={to} {...(zone !== undefined && { zone })} />;
  return (
    <div>
      <Text fz="sm" c="dimmed">
        <RichText
          id={delivered > 0 ? `booking.furtherForecast.${counter}` : `booking.forecast.${counter}`}
          values={{ count: expected, date }}
          elements={{ strong: <Text component="span" fz="lg" fw={650} c="var(--mantine-color-text)" /> }}
        />
      </Text>
      {goal !== null && (
        <Text fz="sm">
          {delivered + expected >= goal
            ? t('booking.text.goalReached', { goal })
            : t('booking.text.goalMissed', { missing: goal - delivered - expected, goal })}
        </Text>
      )}
    </div>
  );
}

/** Confidence interval of a forecast, and the error of earlier forecasts. */
export function ForecastPrecision({ forecast: { low, high, positions } }: { readonly forecast: Forecast }) {
  const errors = positions.map(({ error }) => error).filter(({ meanErrorPercent }) => meanErrorPercent !== null);
  return (
    <div>
      <Text fz="sm">
        {low === null || high === null ? t('booking.text.noInterval') : t('booking.text.interval', { low, high })}
      </Text>
      <Text fz="xs" c="dimmed">
        {errors.length === 0
          ? t('booking.text.noForecastError')
          : t('booking.text.forecastError', {
              percent: meanText(errors.map(({ meanErrorPercent }) => meanErrorPercent ?? 0)),
            })}
      </Text>
    </div>
  );
}

function meanText(percents: readonly number[]): string {
  return shareText(percents.reduce((sum, percent) => sum + percent, 0) / percents.length / 100);
}
