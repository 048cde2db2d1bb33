import { List, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { forecastDelivery } from '../../../client/generated/sdk.gen.ts';
import type { Booking, Forecast } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { ForecastFigures } from './forecast-figures.tsx';

/** Forecasts change slowly. */
const staleMs = 10 * 60_000;
const shownPositions = 8;

/** Forecast of a saved booking, and the error of earlier forecasts of its positions. */
export function ForecastPanel({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', booking.id, 'forecast', booking.version],
    queryFn: () => dataOf(forecastDelivery({ client, body: { bookingId: booking.id } })),
    staleTime: staleMs,
  });
  return (
    <Paper component="section" aria-label={t('booking.title.forecast')} mt="md">
      <Title order={2} mb="xs">
        {t('booking.title.forecast')}
      </Title>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && <ForecastFigures forecast={data} zone={booking.timeZones[0]} />}
      {data !== undefined && data.positions.length > 0 && <ByPosition positions={data.positions} />}
    </Paper>
  );
}

function ByPosition({ positions }: Pick<Forecast, 'positions'>) {
  return (
    <List mt="sm" fz="xs" spacing={4} listStyleType="none" aria-label={t('booking.title.byPosition')}>
      {positions.slice(0, shownPositions).map(({ positionId, slotName, requests, sharePercent, error }) => (
        <List.Item key={positionId}>
          <Text component="span" fz="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {slotName}
          </Text>{' '}
          <span className="figures">
            {t('booking.format.shareOfCount', { share: shareText(sharePercent / 100), count: requests })}
          </span>
          <Text fz="xs" c="dimmed">
            {errorText(error)}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function errorText({ days, backTests, meanErrorPercent, heldPercent }: Forecast['positions'][number]['error']): string {
  if (meanErrorPercent === null) return t('booking.text.positionNotTested', { days });
  const percent = shareText(meanErrorPercent / 100);
  if (heldPercent === null) return t('booking.text.positionError', { days: backTests, percent });
  return t('booking.text.positionErrorWithInterval', { days: backTests, percent, held: shareText(heldPercent / 100) });
}
