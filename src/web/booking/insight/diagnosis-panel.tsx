import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Booking, BookingDiagnosis } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { countWithNoun } from '../../labels/figures.ts';
import { reasonText } from '../../labels/reason-labels.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { diagnosisQuery } from '../model/booking-queries.ts';
import { type DeliveryIssue, deliveryIssueGroups, deliveryIssuesOf, locationText } from './delivery-issues.ts';
import classes from './diagnosis-panel.module.css';
import { RemedyButton } from './remedy-button.tsx';

const shownPlaces = 6;

/** Everything that is in the way of a booking now: in words, where, and with what takes it away. */
export function DiagnosisPanel({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery(diagnosisQuery(booking.id));
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={72} mb="md" />;
  const found = deliveryIssuesOf(data);
  const isFree = deliveryIssueGroups.every(({ key }) => key === 'depends' || found[key].length === 0);
  return (
    <>
      {isFree && <NothingInTheWay diagnosis={data} />}
      {deliveryIssueGroups
        .filter(({ key }) => found[key].length > 0)
        .map(({ key, title, tone }) => (
          <ToneFrame key={key} title={title} tone={tone}>
            <ul className={classes.list}>
              {found[key].map((obstacle) => (
                <li key={`${obstacle.code} ${obstacle.on.kind} ${obstacle.on.id} ${obstacle.field}`}>
                  <ObstacleText obstacle={obstacle} diagnosis={data} />
                  <RemedyButton obstacle={obstacle} booking={booking} />
                </li>
              ))}
            </ul>
          </ToneFrame>
        ))}
    </>
  );
}

function NothingInTheWay({ diagnosis: { positions, positionCount } }: { readonly diagnosis: BookingDiagnosis }) {
  const shown = positions.filter(({ canShow }) => canShow).length;
  return (
    <ToneFrame title="Nothing is in its way" tone="good">
      <Text fz="sm" mt={4}>
        A request that it is meant for may get it now
        {positions.length === positionCount
          ? `, at ${shown === 1 ? 'its position' : `all of its ${countWithNoun(shown, 'position')}`}.`
          : `, at the ${positions.length} most visited of its ${countWithNoun(positionCount, 'position')}.`}
      </Text>
    </ToneFrame>
  );
}

function ObstacleText({
  obstacle,
  diagnosis,
}: {
  readonly obstacle: DeliveryIssue;
  readonly diagnosis: BookingDiagnosis;
}) {
  const { text, action } = reasonText(obstacle.code);
  return (
    <div className={classes.what}>
      <Text component="span" fw={600} fz="sm">
        {text}.
      </Text>{' '}
      <Text component="span" fz="sm">
        {action}
      </Text>
      {obstacle.places !== null && (
        <Text fz="xs" c="dimmed">
          {capital(locationText(obstacle, diagnosis))}: <Places obstacle={obstacle} />
        </Text>
      )}
    </div>
  );
}

/** The positions where it applies, each leading to its place in the inventory for whoever may see that. */
function Places({ obstacle }: { readonly obstacle: DeliveryIssue }) {
  const me = useMe();
  const places = obstacle.places ?? [];
  const rest = places.length - shownPlaces;
  return (
    <>
      {places.slice(0, shownPlaces).map(({ positionId, slotName }, index) => (
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
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
