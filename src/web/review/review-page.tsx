import { Group, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { t } from '../i18n/t.ts';
import { ReviewTabs } from '../purchase/review-tabs.tsx';
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

/** The review queue, with keyboard shortcuts. */
export function ReviewPage() {
  const { queue, total, isLoading, error, again } = useReviewQueue();
  const [values, change] = useAddress();
  const item = selectedItem(queue, values['item']);
  const choose = (next: ReviewItem | undefined) => next !== undefined && change({ item: next.key });
  const move = (step: 1 | -1) => item !== undefined && choose(adjacentItem(queue, item, step));
  const decision = useDecision(item, () => item !== undefined && choose(adjacentItem(queue, item, 1) ?? queue[0]));
  const isDialogOpen = useIsDialogOpen();
  useHotkeys(
    isDialogOpen
      ? []
      : [
          ['j', () => move(1)],
          ['k', () => move(-1)],
          ['a', () => decision.approve()],
          ['r', () => decision.reject()],
        ],
  );
  return (
    <Page title={t('review.title.list')} lead={item === undefined ? undefined : <QueueHints total={total} />}>
      <ReviewTabs />
      {error !== null && <ProblemAlert error={error} retry={again} />}
      {error === null && isLoading && <PageLoading />}
      {error === null && !isLoading && item === undefined && <EmptyQueue />}
      {item !== undefined && (
        <div className={classes.columns}>
          <ReviewList queue={queue} chosen={item} choose={choose} />
          <ReviewDetail key={item.key} item={item} decision={decision} />
        </div>
      )}
    </Page>
  );
}

const shortcuts = [
  { key: 'J', label: 'review.label.next' },
  { key: 'K', label: 'review.label.previous' },
  { key: 'A', label: 'review.action.approve' },
  { key: 'R', label: 'review.action.reject' },
] as const;

function QueueHints({ total }: { readonly total: number }) {
  return (
    <Group gap="sm">
      <Text inherit aria-live="polite">
        {t('review.text.count', { count: total })}
      </Text>
      <Group gap="xs" visibleFrom="sm">
        {shortcuts.map(({ key, label }) => (
          <Text key={key} inherit component="span">
            <Kbd size="xs">{key}</Kbd> {t(label)}
          </Text>
        ))}
      </Group>
    </Group>
  );
}

function EmptyQueue() {
  return (
    <EmptyState icon="done" title={t('review.title.empty')}>
      {t('review.text.empty')}
    </EmptyState>
  );
}
