import { Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking, BookingFunnel } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { RecentDecisions } from '../../decision/recent-decisions.tsx';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { countText, shareText } from '../../labels/figures.ts';
import { type ReasonCode, reasonText } from '../../labels/reason-labels.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { Instant } from '../../ui/time/instant.tsx';
import { bookingFunnelQuery } from '../model/booking-queries.ts';
import { type FunnelStep, funnelSteps, shareOfWhole } from './funnel-steps.ts';

const periods = [
  { value: '1', label: 'booking.label.hour' },
  { value: '24', label: 'booking.label.day' },
  { value: '168', label: 'booking.label.week' },
] as const;

/** Outcomes of a booking in the ad requests for its positions: refusal reasons, lost, won, counted. */
export function FunnelPanel({ booking }: { readonly booking: Booking }) {
  const me = useMe();
  const [hours, setHours] = useState('24');
  const { data, error, refetch } = useQuery(bookingFunnelQuery(booking.id, Number(hours)));
  return (
    <Paper component="section" aria-label={t('booking.title.adRequests')}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Title order={2}>{t('booking.title.adRequests')}</Title>
          <Text fz="xs" c="dimmed">
            {t('booking.hint.adRequests')}
          </Text>
        </div>
        <Segments
          size="xs"
          aria-label={t('booking.label.period')}
          data={periods.map(({ value, label }) => ({ value, label: t(label) }))}
          value={hours}
          onChange={setHours}
        />
      </Group>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={160} mt="sm" />}
      {data !== undefined && <Steps funnel={data} />}
      {me.may('decisions:read') && <RecentDecisions bookingId={booking.id} zone={booking.timeZones[0]} />}
    </Paper>
  );
}

function Steps({ funnel }: { readonly funnel: BookingFunnel }) {
  const { totals, timeZone } = funnel;
  if (totals.matched === 0) {
    return (
      <Text fz="sm" c="dimmed" mt="sm">
        {t('booking.text.noAdRequests')} <Completeness funnel={funnel} />
      </Text>
    );
  }
  return (
    <>
      <Stack gap={6} mt="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {funnelSteps(totals).map((step) => (
          <Step key={step.key} step={step} matched={totals.matched} />
        ))}
      </Stack>
      <Text fz="xs" c="dimmed" mt="xs">
        <RichText id="booking.text.fromUntilNow" values={{ from: <Instant at={funnel.from} zone={timeZone} /> }} />{' '}
        <Completeness funnel={funnel} />
      </Text>
    </>
  );
}

function Completeness({ funnel: { complete, completeFrom, timeZone } }: { readonly funnel: BookingFunnel }) {
  if (complete) return t('booking.text.countComplete');
  if (completeFrom === null) return t('booking.text.countEmpty');
  const since = <Instant at={completeFrom} zone={timeZone} />;
  return <RichText id="booking.text.countPartial" values={{ since }} />;
}

const colours: Readonly<Record<FunnelStep['kind'], string>> = {
  requested: 'gray',
  refused: 'orange',
  lost: 'gray',
  won: 'teal',
  counted: 'teal',
};

function Step({ step, matched }: { readonly step: FunnelStep; readonly matched: number }) {
  const percent = shareOfWhole(step.count, matched);
  return (
    <li>
      <Text fz="sm" component="div" style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
        <span style={{ overflowWrap: 'anywhere', fontWeight: step.kind === 'refused' ? 400 : 600 }}>
          {textOf(step)}
        </span>
        <span className="figures" style={{ whiteSpace: 'nowrap' }}>
          {step.kind === 'requested'
            ? countText(step.count)
            : t('booking.format.countAndShare', { count: step.count, share: shareText(percent / 100) })}
        </span>
      </Text>
      <Progress value={percent} size="xs" color={colours[step.kind]} aria-hidden="true" />
    </li>
  );
}

function textOf({ key, kind }: FunnelStep): string {
  return kind === 'refused' ? reasonText(key as ReasonCode).text : t(`booking.funnelStep.${kind}`);
}
