import { Button, Group, List, Modal, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { changeCampaigns } from '../../client/generated/sdk.gen.ts';
import type { BulkResult } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { countWithNoun } from '../labels/figures.ts';
import { type ActionName, actionLabels } from '../ui/action/action-buttons.tsx';
import { useChange } from '../ui/action/use-change.ts';
import { notifySuccess } from '../ui/notice/notify.ts';
import { notifyWithUndo } from '../ui/notice/notify-with-undo.tsx';

/** What can be done with many at once, and what undoes it. */
const offered = [
  { action: 'submit', undo: null },
  { action: 'pause', undo: 'resume' },
  { action: 'resume', undo: 'pause' },
  { action: 'archive', undo: 'unarchive' },
] as const satisfies readonly { readonly action: ActionName; readonly undo: ActionName | null }[];

type Offer = (typeof offered)[number];
type Tried = { readonly offer: Offer; readonly ids: readonly number[]; readonly result: BulkResult };

/** Actions on all selected campaigns: tried first, shown, then done, with a way back. */
export function BulkBar({ selected, clear }: { readonly selected: ReadonlySet<number>; readonly clear: () => void }) {
  const [tried, setTried] = useState<Tried | null>(null);
  const ids = [...selected];
  const attempt = useChange({
    nouns: [],
    change: async (offer: Offer) => ({ offer, ids, result: await run(offer.action, ids, 'try') }),
    onDone: setTried,
  });
  const undo = useChange({
    nouns: ['campaigns', 'bookings'],
    change: ({ action, done }: { readonly action: ActionName; readonly done: readonly number[] }) =>
      run(action, done, 'do'),
    done: 'Undone.',
  });
  const apply = useChange({
    nouns: ['campaigns', 'bookings'],
    change: async ({ offer, result }: Tried) => run(offer.action, possible(result, ids), 'do'),
    onDone: (result, { offer }) => {
      setTried(null);
      clear();
      const done = possible(result, possibleIds(tried));
      if (offer.undo === null)
        notifySuccess(`${actionLabels(offer.action).verb}: ${countWithNoun(done.length, 'campaign')}.`);
      else
        notifyWithUndo(`${actionLabels(offer.action).verb}: ${countWithNoun(done.length, 'campaign')}.`, () =>
          undo.mutate({ action: offer.undo as ActionName, done }),
        );
    },
  });
  if (selected.size === 0) return null;
  return (
    <Paper p="xs" mb="sm" role="region" aria-label="Selected campaigns">
      <Group gap="xs">
        <Text fz="sm" fw={550}>
          {countWithNoun(selected.size, 'campaign')} selected
        </Text>
        {offered.map((offer) => (
          <Button
            key={offer.action}
            size="xs"
            variant="default"
            loading={attempt.isPending}
            onClick={() => attempt.mutate(offer)}
          >
            {actionLabels(offer.action).verb}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
      </Group>
      <TriedDialog
        tried={tried}
        close={() => setTried(null)}
        isBusy={apply.isPending}
        apply={() => tried !== null && apply.mutate(tried)}
      />
    </Paper>
  );
}

function TriedDialog({
  tried,
  close,
  apply,
  isBusy,
}: {
  readonly tried: Tried | null;
  readonly close: () => void;
  readonly apply: () => void;
  readonly isBusy: boolean;
}) {
  const can = possibleIds(tried).length;
  const reasons = reasonsOf(tried);
  const verb = tried === null ? '' : actionLabels(tried.offer.action).verb;
  return (
    <Modal
      opened={tried !== null}
      onClose={close}
      title={`${verb} ${countWithNoun(can, 'campaign')}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {reasons.length > 0 && (
        <>
          <Text fz="sm">The others stay as they are:</Text>
          <List fz="sm" mb="sm">
            {reasons.map(({ text, count }) => (
              <List.Item key={text}>
                {text} ({count})
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Back
        </Button>
        <Button onClick={apply} loading={isBusy} disabled={can === 0}>
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}

function run(action: ActionName, ids: readonly number[], how: 'try' | 'do'): Promise<BulkResult> {
  const items = ids.map((id) => ({ id, action }));
  return dataOf(changeCampaigns({ client, body: { mode: 'partial', dryRun: how === 'try', items } }));
}

/** The ids whose entry succeeded, or would. */
function possible({ results }: BulkResult, ids: readonly number[]): readonly number[] {
  return ids.filter((_, index) => results[index]?.problem === undefined);
}

function possibleIds(tried: Tried | null): readonly number[] {
  return tried === null ? [] : possible(tried.result, tried.ids);
}

/** Why some cannot, each reason once. */
function reasonsOf(tried: Tried | null): readonly { readonly text: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { problem } of tried?.result.results ?? []) {
    if (problem === undefined) continue;
    const text = problem.detail ?? problem.title;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count }));
}
