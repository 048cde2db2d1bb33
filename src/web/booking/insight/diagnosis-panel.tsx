import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Booking, BookingDiagnosis } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { shareText } from '../../labels/figures.ts';
import { reasonText } from '../../labels/reason-labels.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { bookingFunnelQuery, diagnosisQuery } from '../model/booking-queries.ts';
import { goalFigures } from '../model/goal-figures.ts';
import { type DeliveryIssue, issueScope } from './delivery-issues.ts';
import classes from './diagnosis-panel.module.css';
import { type RankedIssue, rankIssues } from './issue-ranking.ts';
import { RemedyButton } from './remedy-button.tsx';

const shownPositions = 6;
const dayHours = 24;

/** Returns the queries of the panel, which determine its height. */
export const issueQueries = (bookingId: number) => [diagnosisQuery(bookingId), bookingFunnelQuery(bookingId, dayHours)];

/** Current delivery issues of a booking in the order of their effect, with a remedy for each. */
export function DiagnosisPanel({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery(diagnosisQuery(booking.id));
  const funnel = useQuery(bookingFunnelQuery(booking.id, dayHours));
  if (error !== null) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={72} mb="md" />;
  const counts = funnel.data?.totals ?? null;
  const { group, issues } = rankIssues(data, counts);
  const list = (
    <ol className={classes.list}>
      {issues.map((issue) => (
        <li key={`${issue.code} ${issue.on.kind} ${issue.on.id} ${issue.field}`}>
          <IssueText issue={issue} booking={booking} diagnosis={data} requests={counts?.matched ?? 0} />
          {issue.hasRemedy && <RemedyButton issue={issue} booking={booking} />}
        </li>
      ))}
    </ol>
  );
  if (group !== null) {
    return (
      <ToneFrame title={t(group.title)} tone={booking.health === 'critical' ? 'bad' : group.tone}>
        {list}
      </ToneFrame>
    );
  }
  return (
    <ToneFrame title={t('booking.title.noIssues')} tone="good">
      <DeliverablePositions diagnosis={data} />
      {issues.length > 0 && list}
    </ToneFrame>
  );
}

function DeliverablePositions({ diagnosis: { positions, positionCount } }: { readonly diagnosis: BookingDiagnosis }) {
  const shown = positions.filter(({ canShow }) => canShow).length;
  return (
    <Text fz="sm" mt={4}>
      {positions.length === positionCount
        ? t('booking.text.canDeliver', { count: shown })
        : t('booking.text.canDeliverMostRequested', { count: positions.length, total: positionCount })}
    </Text>
  );
}

type IssueTextProps = {
  readonly issue: RankedIssue;
  readonly booking: Booking;
  readonly diagnosis: BookingDiagnosis;
  /** Ad requests of the past 24 hours. */
  readonly requests: number;
};

function IssueText({ issue, booking, diagnosis, requests }: IssueTextProps) {
  const { text, action } = reasonText(issue.code);
  const { lostRequests, isWithoutLoss } = issue;
  const hasTargetingLoss =
    issue.code === 'TARGETING_NOT_MET' && lostRequests !== null && lostRequests > 0 && !isWithoutLoss;
  const isAtRisk = booking.health === 'critical' || booking.health === 'at_risk';
  const remedy = hasTargetingLoss && isAtRisk ? t('booking.text.widenTargeting') : action;
  const advice = isWithoutLoss ? t('booking.text.noRequestLost') : remedy;
  const reason = hasTargetingLoss
    ? t('booking.format.targetingLoss', { share: shareText(lostRequests / requests), count: requests })
    : text;
  return (
    <div className={classes.issue}>
      <Text component="span" fz="sm">
        <RichText
          id="booking.format.issue"
          values={{ reason, action: issue.code === 'BEHIND_GOAL' ? `${goalStand(booking)} ${advice}` : advice }}
          elements={{ strong: <Text component="span" inherit fw={600} /> }}
        />
      </Text>
      {lostRequests !== null && !isWithoutLoss && !hasTargetingLoss && (
        <Text fz="xs" c="dimmed">
          {t('booking.format.issueEffect', {
            effect: issue.effectOnRequests,
            share: shareText(lostRequests / requests),
            count: requests,
          })}
        </Text>
      )}
      {issue.positions !== null && (
        <Text fz="xs" c="dimmed">
          <RichText
            id="booking.format.issuePositions"
            values={{ ...issueScope(issue, diagnosis), names: <PositionNames positions={issue.positions} /> }}
          />
        </Text>
      )}
    </div>
  );
}

/** `154 of 4,000 delivered, 2,297 planned by now.` */
function goalStand(booking: Booking): string {
  const figures = goalFigures(booking);
  if (figures === null) return '';
  const { delivered, total, planned } = figures;
  return planned === null
    ? t('booking.format.goalStand', { delivered, total })
    : t('booking.format.goalStandWithPlan', { delivered, total, planned });
}

function PositionNames({ positions }: { readonly positions: NonNullable<DeliveryIssue['positions']> }) {
  const rest = positions.length - shownPositions;
  const names = <PositionLinks positions={positions.slice(0, shownPositions)} />;
  if (rest <= 0) return names;
  return <RichText id="booking.format.namesAndMore" values={{ names, count: rest }} />;
}

/** Slot names, with a link into the inventory for users with access to it. */
function PositionLinks({ positions }: { readonly positions: NonNullable<DeliveryIssue['positions']> }) {
  const me = useMe();
  return positions.map(({ positionId, slotName }, index) => (
    <Fragment key={positionId}>
      {index > 0 && ', '}
      {me.reach === 'everything' ? (
        <TextLink to="/inventory" search={{ item: `position-${positionId}` }} fz="xs">
          {slotName}
        </TextLink>
      ) : (
        slotName
      )}
    </Fragment>
  ));
}
