import { Paper, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getBookingExperiment } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BookingExperiment } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { countText, percentText, relativeChangeText } from '../../labels/figures.ts';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { Section } from '../../ui/page/section.tsx';

/** Results of the A/B test and the holdout of a booking. Nothing without an experiment. */
export function ExperimentSection({ booking: { id, rotation, holdoutPercent } }: { readonly booking: Booking }) {
  const isTested = rotation === 'ab_test' || holdoutPercent > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['bookings', id, 'experiment'],
    queryFn: () => dataOf(getBookingExperiment({ client, path: { id } })),
    enabled: isTested,
  });
  if (!isTested) return null;
  return (
    <Section title={t('booking.title.experiment')}>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Paper>
          {(data.holdoutPercent > 0 || data.holdout.viewers > 0) && <Lift experiment={data} />}
          {data.creatives.length > 0 && <Creatives creatives={data.creatives} />}
        </Paper>
      )}
    </Section>
  );
}

function Lift({ experiment: { exposed, holdout, lift } }: { readonly experiment: BookingExperiment }) {
  const groups = [
    { name: t('booking.label.experimentExposed'), group: exposed },
    { name: t('booking.label.experimentHoldout'), group: holdout },
  ];
  return (
    <>
      <Text fz="xs" c="dimmed">
        {t('booking.hint.experimentViewers')}
      </Text>
      <Table aria-label={t('booking.title.experiment')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('booking.label.experimentGroup')}</Table.Th>
            <Table.Th ta="end">{t('booking.label.experimentViewers')}</Table.Th>
            <Table.Th ta="end">{t('booking.label.experimentConverted')}</Table.Th>
            <Table.Th ta="end">{t('booking.label.experimentRate')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ name, group }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="end">{countText(group.viewers)}</Table.Td>
              <Table.Td ta="end">{countText(group.converted)}</Table.Td>
              <Table.Td ta="end">{rateText(group.conversionPercent, group.interval)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text fz="sm" mt="xs">
        {lift === null
          ? t('booking.hint.liftUnknown')
          : `${t('booking.label.lift')}: ${liftText(lift)}. ${significanceText(lift)}`}
      </Text>
    </>
  );
}

function Creatives({ creatives }: { readonly creatives: BookingExperiment['creatives'] }) {
  return (
    <Table aria-label={t('booking.title.creatives')} mt="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('booking.title.creatives')}</Table.Th>
          <Table.Th ta="end">{t('labels.counter.impressions')}</Table.Th>
          <Table.Th ta="end">{t('labels.counter.clicks')}</Table.Th>
          <Table.Th ta="end">{t('report.metric.ctrPercent')}</Table.Th>
          <Table.Th>{t('booking.label.comparedToFirst')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {creatives.map((creative) => (
          <Table.Tr key={creative.creativeId}>
            <Table.Td>{creative.name}</Table.Td>
            <Table.Td ta="end">{countText(creative.impressions)}</Table.Td>
            <Table.Td ta="end">{countText(creative.clicks)}</Table.Td>
            <Table.Td ta="end">{rateText(creative.ctrPercent, creative.interval)}</Table.Td>
            <Table.Td>
              {creative.comparedToFirst !== null &&
                `${liftText(creative.comparedToFirst)}. ${significanceText(creative.comparedToFirst)}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Lifted = NonNullable<BookingExperiment['lift']>;

function liftText({ percent, low, high }: Lifted): string {
  return t('booking.format.lift', {
    change: relativeChangeText(percent / 100),
    low: relativeChangeText(low / 100),
    high: relativeChangeText(high / 100),
  });
}

function significanceText({ significant }: Lifted): string {
  return t(significant ? 'booking.hint.significant' : 'booking.hint.notSignificant');
}

function rateText(rate: number | null, interval: BookingExperiment['exposed']['interval']): string {
  if (rate === null || interval === null) return percentText(null);
  return t('booking.format.rateWithInterval', {
    rate: percentText(rate / 100),
    low: percentText(interval.low / 100),
    high: percentText(interval.high / 100),
  });
}
