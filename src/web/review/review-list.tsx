import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useInViewport, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bookingReviewQuery } from '../booking/model/booking-queries.ts';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import { thumbnailUrlOf } from '../creative/model/thumbnail-url.ts';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { Instant } from '../ui/time/instant.tsx';
import classes from './review-page.module.css';
import type { ReviewItem } from './review-queue.ts';
import { reviewWaitText } from './review-wait-text.ts';

/** Pixels that a row's picture takes on a dense screen. */
const pictureWidth = 112;

/** What waits, to choose from. */
export function ReviewList({
  queue,
  chosen,
  choose,
}: {
  readonly queue: readonly ReviewItem[];
  readonly chosen: ReviewItem;
  readonly choose: (item: ReviewItem) => void;
}) {
  return (
    <Paper p={0} component="ul" className={classes.list} aria-label="Waiting for review">
      {queue.map((item) => (
        <li key={item.key}>
          <Row item={item} isChosen={item.key === chosen.key} choose={choose} />
        </li>
      ))}
    </Paper>
  );
}

function Row({
  item,
  isChosen,
  choose,
}: {
  readonly item: ReviewItem;
  readonly isChosen: boolean;
  readonly choose: (item: ReviewItem) => void;
}) {
  const row = useRef<HTMLButtonElement>(null);
  const { ref: seen, inViewport } = useInViewport<HTMLButtonElement>();
  const ref = useMergedRef(row, seen);
  const wasApproved = useWasApproved(item, inViewport);
  // Who goes on by keyboard sees where they are.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <UnstyledButton ref={ref} className={classes.item} aria-current={isChosen} onClick={() => choose(item)}>
      <Picture item={item} />
      <span className={classes.words}>
        <Text fz="sm" fw={550} truncate component="span" display="block">
          {item.object.name}
        </Text>
        <Text fz="xs" c="dimmed" truncate component="span" display="block">
          {reviewWaitText(item, wasApproved)}
        </Text>
        <Text fz="xs" c="dimmed" truncate component="span" display="block">
          <Instant at={item.since} />
        </Text>
      </span>
    </UnstyledButton>
  );
}

function Picture({ item }: { readonly item: ReviewItem }) {
  if (item.kind === 'booking') return <Thumbnail kind="booking" url={null} />;
  const { object } = item;
  return <Thumbnail kind={object.kind} url={thumbnailUrlOf(object.pendingVersion ?? object, pictureWidth)} />;
}

/**
 * Whether what waits was approved once, as it was before; undefined: not known, or not asked.
 * @param isSeen of what nobody sees, nothing is asked
 */
function useWasApproved({ kind, object }: ReviewItem, isSeen: boolean): boolean | undefined {
  const booking = useQuery({ ...bookingReviewQuery(object.id), enabled: isSeen && kind === 'booking' });
  const creative = useQuery({ ...creativeReviewQuery(object.id), enabled: isSeen && kind === 'creative' });
  const { data } = kind === 'booking' ? booking : creative;
  return data === undefined ? undefined : data.approved !== null;
}
