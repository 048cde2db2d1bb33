import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { forecastDelivery, simulateShares } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { type BookingValues, bookingBodyOf } from '../model/booking-values.ts';
import { ForecastFigures } from './forecast-figures.tsx';
import { SimulatedShares } from './simulated-shares.tsx';

/** Decides recorded requests with the booking as it is written: what it would get, who loses what, and what to expect until its end. */
export function SimulationPanel({
  values,
  bookingId,
}: {
  readonly values: BookingValues;
  readonly bookingId: number | null;
}) {
  const ahead = useMutation({
    mutationFn: async (asked: BookingValues) => {
      const draft = { ...bookingBodyOf(asked), name: asked.name.trim() || 'New booking', bookingId };
      const simulation = await dataOf(simulateShares({ client, body: draft }));
      return { asked, simulation, forecast: await dataOf(forecastDelivery({ client, body: { draft } })) };
    },
  });
  const { data } = ahead;
  return (
    <Paper component="section" aria-label="Looking ahead">
      <Title order={2}>Looking ahead</Title>
      <Text fz="xs" c="dimmed">
        Decides requests of the last days once more with this booking: targeting, consent, labels and goals count.
      </Text>
      <Button
        variant="default"
        fullWidth
        mt="xs"
        loading={ahead.isPending}
        disabled={values.campaignId === null}
        onClick={() => ahead.mutate(values)}
      >
        Simulate
      </Button>
      {ahead.error !== null && <ProblemAlert error={ahead.error} />}
      <Stack gap="xs" mt="xs" aria-live="polite">
        {data !== undefined && data.asked !== values && !ahead.isPending && (
          <Alert color="yellow" p="xs">
            <Text fz="xs">The booking was changed since; simulate again.</Text>
          </Alert>
        )}
        {data !== undefined && <SimulatedShares simulation={data.simulation} />}
        {data !== undefined && <ForecastFigures forecast={data.forecast} zone={undefined} />}
      </Stack>
    </Paper>
  );
}
