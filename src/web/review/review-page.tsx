import { Group, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { countWithNoun } from '../labels/figures.ts';
import { useIsDialogOpen } from '../ui/dialog/dialogs.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewList } from './review-list.tsx';
import classes from './review-page.module.css';
import { adjacentItem, type ReviewItem, selectedItem } from './review-queue.ts';
import { useDecision } from './use-decision.ts';
import { useReviewQueue } from './use-review-queue.ts';

/** What waits for a decision: one after the other, by keyboard. */
export function ReviewPage() {
  const { queue, total, isLoading, error, again } = useReviewQueue();
  const [values, change] = useAddress();
  const item = selectedItem(queue, values['item']);
  const choose = (next: ReviewItem | undefined) => next !== undefined && change({ item: next.key });
  const move = (step: 1 | -1) => item !== undefined && choose(adjacentItem(queue, item, step));
  const decision = useDecision(item, () => item !== undefined && choose(adjacentItem(queue, item, 1) ?? queue[0]));
  const isAsking = useIsDialogOpen();
  useHotkeys(
    isAsking
      ? []
      : [
          ['j', () => move(1)],
          ['k', () => move(-1)],
          ['a', () => decision.approve()],
          ['r', () => decision.reject()],
        ],
  );
  return (
    <Page title="Review" lead={item === undefined ? undefined : <Hints total={total} />}>
      {error !== null && <ProblemAlert error={error} again={again} />}
      {error === null && isLoading && <PageLoading />}
      {error === null && !isLoading && item === undefined && <NothingWaits />}
      {item !== undefined && (
        <div className={classes.columns}>
          <ReviewList queue={queue} chosen={item} choose={choose} />
          <ReviewDetail key={item.key} item={item} decision={decision} />
        </div>
      )}
    </Page>
  );
}

function Hints({ total }: { readonly total: number }) {
  const keys = [
    { key: 'J', means: 'next' },
    { key: 'K', means: 'previous' },
    { key: 'A', means: 'approve' },
    { key: 'R', means: 'reject' },
  ];
  return (
    <Group gap="sm">
      <Text inherit aria-live="polite">
        {countWithNoun(total, 'item')} {total === 1 ? 'waits' : 'wait'}, the longest first.
      </Text>
      <Group gap="xs" visibleFrom="sm">
        {keys.map(({ key, means }) => (
          <Text key={key} inherit component="span">
            <Kbd size="xs">{key}</Kbd> {means}
          </Text>
        ))}
      </Group>
    </Group>
  );
}

function NothingWaits() {
  return (
    <EmptyState icon="done" title="Nothing waits for review">
      What advertisers submit comes here: bookings, new creatives, and new versions of creatives that are delivered.
      What you submitted yourself is for somebody else to decide.
    </EmptyState>
  );
}
