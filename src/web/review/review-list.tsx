import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useInViewport, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bookingReviewQuery } from '../booking/model/booking-queries.ts';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import { thumbnailUrlOf } from '../creative/model/thumbnail-url.ts';
import { t } from '../i18n/t.ts';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { reviewItemText } from './review-item-text.ts';
import classes from './review-page.module.css';
import type { ReviewItem } from './review-queue.ts';

/** Width of a thumbnail on a dense screen, in pixels. */
const thumbnailWidth = 112;

/** The pending items, to select one. */
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
    <Paper p={0} component="ul" className={classes.list} aria-label={t('review.label.queue')}>
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
  const { ref: viewportRef, inViewport } = useInViewport<HTMLButtonElement>();
  const ref = useMergedRef(row, viewportRef);
  const wasApproved = useWasApproved(item, inViewport);
  // Keeps the selected item visible during keyboard navigation.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <UnstyledButton ref={ref} className={classes.item} aria-current={isChosen} onClick={() => choose(item)}>
      <Picture item={item} />
      <span className={classes.texts}>
        <Text fz="sm" fw={550} truncate component="span" display="block">
          {item.object.name}
        </Text>
        <Text fz="xs" c="dimmed" truncate component="span" display="block">
          {reviewItemText(item, wasApproved)}
        </Text>
        {item.kind === 'booking' && item.purchase !== null && (
          <Text fz="xs" c="dimmed" truncate component="span" display="block">
            {t('selling.format.purchaseOf', { id: String(item.purchase.id), agent: item.purchase.buyerAgentName })}
          </Text>
        )}
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
  return <Thumbnail kind={object.kind} url={thumbnailUrlOf(object.pendingVersion ?? object, thumbnailWidth)} />;
}

/**
 * Whether an earlier version of an item was approved. Undefined: not known yet.
 * @param isVisible hidden items are not requested
 */
function useWasApproved({ kind, object }: ReviewItem, isVisible: boolean): boolean | undefined {
  const booking = useQuery({ ...bookingReviewQuery(object.id), enabled: isVisible && kind === 'booking' });
  const creative = useQuery({ ...creativeReviewQuery(object.id), enabled: isVisible && kind === 'creative' });
  const { data } = kind === 'booking' ? booking : creative;
  return data === undefined ? undefined : data.approved !== null;
}
