import { List, Text } from '@mantine/core';
import type { ShareSimulation, SimulatedCompetitor } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { countText, countWithNoun, shareText } from '../../labels/figures.ts';
import { TextLink } from '../../ui/page/link.tsx';
import { Instant } from '../../ui/time/instant.tsx';

const shownLosers = 6;
const shownRefusals = 3;
/** Less than that is chance. */
const leastLoss = 0.1;

/** What a booking would get of recorded requests, and what the others lose. */
export function SimulatedShares({ simulation }: { readonly simulation: ShareSimulation }) {
  const { total, fitting, assumed, notRecorded } = simulation;
  const losers = total.competitors.filter((other) => other.sharePercent - other.sharePercentWith >= leastLoss);
  return (
    <>
      <Text fz="lg" fw={650}>
        {total.sharePercent === null ? 'By its goal' : shareText(total.sharePercent / 100)}
        <Text component="span" fz="sm" c="dimmed" fw={400}>
          {total.expectedPerDay === null
            ? ' of the requests'
            : `, about ${countText(total.expectedPerDay)} impressions a day`}
        </Text>
      </Text>
      {fitting !== null && (
        <Text fz="xs" c="dimmed">
          It fits {shareText(fitting)} of the requests.
        </Text>
      )}
      <Refusals refused={simulation.refused} />
      {losers.length > 0 && (
        <List fz="xs" spacing={4} listStyleType="none" aria-label="Who loses">
          {losers.slice(0, shownLosers).map((loser) => (
            <List.Item key={loser.bookingId}>
              <Loser loser={loser} />
            </List.Item>
          ))}
        </List>
      )}
      {total.others !== null && (
        <Text fz="xs" c="dimmed">
          Other bookings: {shareText(total.others.sharePercent / 100)} →{' '}
          {shareText(total.others.sharePercentWith / 100)}
        </Text>
      )}
      {assumed.length > 0 && (
        <List fz="xs" c="dimmed" spacing={2} aria-label="Taken to be so">
          {assumed.map((name) => (
            <List.Item key={name}>
              {t(`labels.assumptionHint.${name}`)}
              {name === 'TARGETING_NOT_RECORDED' && `: ${notRecorded.join(', ')}.`}
            </List.Item>
          ))}
        </List>
      )}
      <RecordLine record={simulation.record} />
    </>
  );
}

function Refusals({ refused }: Pick<ShareSimulation, 'refused'>) {
  const counts = Object.entries(refused)
    .flatMap(([reason, count]) => (count === undefined ? [] : [{ reason: reason as keyof typeof refused, count }]))
    .toSorted((a, b) => b.count - a.count);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <List fz="xs" spacing={2} aria-label="Why not the others">
      {counts.slice(0, shownRefusals).map(({ reason, count }) => (
        <List.Item key={reason}>
          {t(`labels.reason.${reason}`)}: {countWithNoun(count, 'request')}
        </List.Item>
      ))}
    </List>
  );
}

function Loser({ loser }: { readonly loser: SimulatedCompetitor }) {
  const { expectedPerDay, expectedPerDayWith, reason } = loser;
  const lost = expectedPerDay === null || expectedPerDayWith === null ? null : expectedPerDay - expectedPerDayWith;
  return (
    <>
      <TextLink to={`/bookings/${loser.bookingId}`} fz="xs">
        {loser.name}
      </TextLink>{' '}
      <span className="figures">
        {shareText(loser.sharePercent / 100)} → {shareText(loser.sharePercentWith / 100)}
        {lost === null ? '' : `, ${countText(lost)} a day less`}
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
        No requests are recorded.
      </Text>
    );
  }
  return (
    <Text fz="xs" c="dimmed">
      By {countWithNoun(record.requests, 'request')} since <Instant at={record.from} />
      {record.complete ? '.' : ', a sample of what came.'}
    </Text>
  );
}
