import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { simulateShares } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import type { BookingValues } from '../model/booking-values.ts';
import { draftOf, type EditedBooking } from '../model/use-draft-forecast.ts';
import { SimulatedShares } from './simulated-shares.tsx';

/** Simulates recorded requests with the unsaved booking: its share and the losses of others. */
export function SimulationPanel({ values, bookingId }: EditedBooking) {
  const run = useMutation({
    mutationFn: async (simulated: BookingValues) => ({
      simulated,
      simulation: await dataOf(simulateShares({ client, body: draftOf({ values: simulated, bookingId }) })),
    }),
  });
  const { data } = run;
  return (
    <Paper component="section" aria-label={t('booking.title.simulation')}>
      <Title order={2}>{t('booking.title.simulation')}</Title>
      <Text fz="xs" c="dimmed">
        {t('booking.hint.simulation')}
      </Text>
      <Button
        variant="default"
        fullWidth
        mt="xs"
        loading={run.isPending}
        disabled={values.campaignId === null}
        onClick={() => run.mutate(values)}
      >
        {t('booking.action.simulate')}
      </Button>
      {run.error !== null && <ProblemAlert error={run.error} />}
      <Stack gap="xs" mt="xs" aria-live="polite">
        {data !== undefined && data.simulated !== values && !run.isPending && (
          <Alert color="yellow" p="xs">
            <Text fz="xs">{t('booking.text.simulationStale')}</Text>
          </Alert>
        )}
        {data !== undefined && <SimulatedShares simulation={data.simulation} />}
      </Stack>
    </Paper>
  );
}
