import { List, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { forecastDelivery } from '../../../client/generated/sdk.gen.ts';
import type { Booking, Forecast } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { countWithNoun, shareText } from '../../labels/figures.ts';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { ForecastFigures } from './forecast-figures.tsx';

/** It moves as slowly as days go by. */
const staleMs = 10 * 60_000;
const shownPositions = 8;

/** What a saved booking is to be expected to deliver, and how good forecasts of its positions were. */
export function ForecastPanel({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', booking.id, 'forecast', booking.version],
    queryFn: () => dataOf(forecastDelivery({ client, body: { bookingId: booking.id } })),
    staleTime: staleMs,
  });
  return (
    <Paper component="section" aria-label="Forecast" mt="md">
      <Title order={2} mb="xs">
        Forecast
      </Title>
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && <ForecastFigures forecast={data} zone={booking.timeZones[0]} />}
      {data !== undefined && data.positions.length > 0 && <ByPosition positions={data.positions} />}
    </Paper>
  );
}

function ByPosition({ positions }: Pick<Forecast, 'positions'>) {
  return (
    <List mt="sm" fz="xs" spacing={4} listStyleType="none" aria-label="By position">
      {positions.slice(0, shownPositions).map(({ positionId, slotName, requests, sharePercent, error }) => (
        <List.Item key={positionId}>
          <Text component="span" fz="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {slotName}
          </Text>{' '}
          <span className="figures">
            {shareText(sharePercent / 100)} of {countWithNoun(requests, 'request')}
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
  if (meanErrorPercent === null)
    return `${countWithNoun(days, 'day')} recorded; forecasts are tested from the third on.`;
  const held = heldPercent === null ? '' : `; ${heldPercent.toFixed(1)}% of the days lay within their interval`;
  return `Forecasts of ${countWithNoun(backTests, 'day')} were ${meanErrorPercent.toFixed(1)}% off on average${held}.`;
}
