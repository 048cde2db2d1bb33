import { List, Text } from '@mantine/core';
import type { ShareSimulation, SimulatedCompetitor } from '../../../client/generated/types.gen.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';
import { Instant } from '../../ui/time/instant.tsx';

const shownAffected = 6;
const shownRefusals = 3;
/** Smaller differences, in percentage points, are random. */
const minLoss = 0.1;

/** Share of a booking in recorded requests, and the losses of other bookings. */
export function SimulatedShares({ simulation }: { readonly simulation: ShareSimulation }) {
  const { total, fitting, assumed, notRecorded } = simulation;
  const affected = total.competitors.filter(
    ({ sharePercent, sharePercentWith }) => sharePercent - sharePercentWith >= minLoss,
  );
  return (
    <>
      <Text fz="sm" c="dimmed">
        <TotalShare total={total} />
      </Text>
      {fitting !== null && (
        <Text fz="xs" c="dimmed">
          {t('booking.text.eligibleShare', { share: shareText(fitting) })}
        </Text>
      )}
      <Refusals refused={simulation.refused} />
      {affected.length > 0 && (
        <List fz="xs" spacing={4} listStyleType="none" aria-label={t('booking.label.affectedBookings')}>
          {affected.slice(0, shownAffected).map((competitor) => (
            <List.Item key={competitor.bookingId}>
              <AffectedBooking competitor={competitor} />
            </List.Item>
          ))}
        </List>
      )}
      {total.others !== null && (
        <Text fz="xs" c="dimmed">
          {t('booking.text.otherBookingsChange', {
            before: shareText(total.others.sharePercent / 100),
            after: shareText(total.others.sharePercentWith / 100),
          })}
        </Text>
      )}
      {assumed.length > 0 && (
        <List fz="xs" c="dimmed" spacing={2} aria-label={t('booking.label.assumptions')}>
          {assumed.map((name) => (
            <List.Item key={name}>
              {name === 'TARGETING_NOT_RECORDED'
                ? t('booking.text.unrecordedTargeting', { values: notRecorded.join(', ') })
                : t(`labels.assumptionHint.${name}`)}
            </List.Item>
          ))}
        </List>
      )}
      <RecordLine record={simulation.record} />
    </>
  );
}

const shareElement = <Text component="span" fz="lg" fw={650} c="var(--mantine-color-text)" />;

function TotalShare({ total: { sharePercent, expectedPerDay } }: Pick<ShareSimulation, 'total'>) {
  const share = sharePercent === null ? t('booking.label.byGoal') : shareText(sharePercent / 100);
  const elements = { strong: shareElement };
  if (expectedPerDay === null)
    return <RichText id="booking.format.simulatedShare" values={{ share }} elements={elements} />;
  const values = { share, count: Math.round(expectedPerDay) };
  return <RichText id="booking.format.simulatedImpressions" values={values} elements={elements} />;
}

function Refusals({ refused }: Pick<ShareSimulation, 'refused'>) {
  const counts = Object.entries(refused)
    .flatMap(([reason, count]) => (count === undefined ? [] : [{ reason: reason as keyof typeof refused, count }]))
    .toSorted((a, b) => b.count - a.count);
  if (counts.every(({ count }) => count === 0)) return null;
  return (
    <List fz="xs" spacing={2} aria-label={t('booking.label.refusalReasons')}>
      {counts.slice(0, shownRefusals).map(({ reason, count }) => (
        <List.Item key={reason}>
          {t('booking.format.refusals', { reason: t(`labels.reason.${reason}`), count })}
        </List.Item>
      ))}
    </List>
  );
}

function AffectedBooking({ competitor }: { readonly competitor: SimulatedCompetitor }) {
  const { expectedPerDay, expectedPerDayWith, reason } = competitor;
  const lost = expectedPerDay === null || expectedPerDayWith === null ? null : expectedPerDay - expectedPerDayWith;
  const before = shareText(competitor.sharePercent / 100);
  const after = shareText(competitor.sharePercentWith / 100);
  return (
    <>
      <TextLink to={`/bookings/${competitor.bookingId}`} fz="xs">
        {competitor.name}
      </TextLink>{' '}
      <span className="figures">
        {lost === null
          ? t('booking.format.change', { before, after })
          : t('booking.format.changeWithLoss', { before, after, count: Math.round(lost) })}
      </span>
      {reason !== null && (
        <Text component="span" fz="xs" c="dimmed">
          {' '}
          {t(`labels.competitorLoss.${reason}`)}
        </Text>
      )}
    </>
  );
}

function RecordLine({ record }: Pick<ShareSimulation, 'record'>) {
  if (record.from === null) {
    return (
      <Text fz="xs" c="dimmed">
        {t('booking.text.countEmpty')}
      </Text>
    );
  }
  return (
    <Text fz="xs" c="dimmed">
      <RichText
        id={record.complete ? 'booking.text.allRequestsSince' : 'booking.text.sampledRequestsSince'}
        values={{ count: record.requests, since: <Instant at={record.from} /> }}
      />
    </Text>
  );
}
