import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { messageOf } from '../../api/client.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import {
  type EditedBooking,
  type ForecastRequirement,
  unmetRequirement,
  useDraftForecast,
} from '../model/use-draft-forecast.ts';
import { ForecastFigures, ForecastPrecision } from './forecast-figures.tsx';

const requirementText = {
  inventory: 'booking.text.forecastEmpty',
  campaign: 'booking.text.forecastNeedsCampaign',
  targeting: 'booking.text.forecastNeedsTargeting',
} as const satisfies Record<ForecastRequirement, string>;

/** Available ad requests and expected delivery of an edited booking. */
export function DraftForecastPanel({ zone, ...props }: EditedBooking & { readonly zone: string }) {
  const { values } = props;
  const { data, error } = useDraftForecast(props);
  const unmet = unmetRequirement(values);
  const isReady = unmet === null;
  return (
    <Paper component="section" aria-label={t('booking.title.availability')} aria-live="polite">
      <Title order={2}>{t('booking.title.availability')}</Title>
      {unmet !== null && (
        <Text fz="sm" c="dimmed">
          {t(requirementText[unmet])}
        </Text>
      )}
      {isReady && error !== null && (
        <Text fz="sm" c="dimmed">
          {messageOf(error)}
        </Text>
      )}
      {isReady && data === undefined && error === null && <Skeleton height={72} mt="xs" />}
      {isReady && data !== undefined && error === null && (
        <>
          <Text fz="sm" c="dimmed">
            <RichText
              id="booking.text.availableRequests"
              values={{ count: Math.round(data.requests.expected), share: shareText(data.wonPercent / 100) }}
              elements={{ strong: <Text component="span" fz="lg" fw={650} c="var(--mantine-color-text)" /> }}
            />
          </Text>
          <ForecastFigures forecast={data} zone={zone} />
          <ForecastPrecision forecast={data} />
        </>
      )}
    </Paper>
  );
}
