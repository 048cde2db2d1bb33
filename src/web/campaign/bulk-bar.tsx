import { Button, Group, List, Modal, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { changeCampaigns } from '../../client/generated/sdk.gen.ts';
import type { BulkResult } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import type { ActionName } from '../ui/action/action-buttons.tsx';
import { useChange } from '../ui/action/use-change.ts';
import { notifySuccess } from '../ui/notice/notify.ts';
import { notifyWithUndo } from '../ui/notice/notify-with-undo.tsx';

/** Bulk actions, and the action that undoes each. */
const bulkActions = [
  { action: 'submit', undo: null },
  { action: 'pause', undo: 'resume' },
  { action: 'resume', undo: 'pause' },
  { action: 'archive', undo: 'unarchive' },
] as const satisfies readonly { readonly action: ActionName; readonly undo: ActionName | null }[];

type BulkAction = (typeof bulkActions)[number];
type DryRun = { readonly bulk: BulkAction; readonly ids: readonly number[]; readonly result: BulkResult };

/** Actions on all selected campaigns, with a dry run, a confirmation and an undo. */
export function BulkBar({ selected, clear }: { readonly selected: ReadonlySet<number>; readonly clear: () => void }) {
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const ids = [...selected];
  const attempt = useChange({
    nouns: [],
    change: async (bulk: BulkAction) => ({ bulk, ids, result: await run(bulk.action, ids, { dryRun: true }) }),
    onDone: setDryRun,
  });
  const undo = useChange({
    nouns: ['campaigns', 'bookings'],
    change: ({ action, done }: { readonly action: ActionName; readonly done: readonly number[] }) =>
      run(action, done, { dryRun: false }),
    done: () => t('campaign.notice.undone'),
  });
  const apply = useChange({
    nouns: ['campaigns', 'bookings'],
    change: async ({ bulk, result }: DryRun) => run(bulk.action, succeededIds(result, ids), { dryRun: false }),
    onDone: (result, { bulk }) => {
      setDryRun(null);
      clear();
      const done = succeededIds(result, changeableIds(dryRun));
      const message = t(`campaign.bulkDone.${bulk.action}`, { count: done.length });
      if (bulk.undo === null) notifySuccess(message);
      else notifyWithUndo(message, () => undo.mutate({ action: bulk.undo, done }));
    },
  });
  if (selected.size === 0) return null;
  return (
    <Paper p="xs" mb="sm" role="region" aria-label={t('campaign.label.selected')}>
      <Group gap="xs">
        <Text fz="sm" fw={550}>
          {t('campaign.text.selected', { count: selected.size })}
        </Text>
        {bulkActions.map((bulk) => (
          <Button
            key={bulk.action}
            size="xs"
            variant="default"
            loading={attempt.isPending}
            onClick={() => attempt.mutate(bulk)}
          >
            {t(`campaign.bulkVerb.${bulk.action}`)}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={clear}>
          {t('campaign.action.clearSelection')}
        </Button>
      </Group>
      <DryRunDialog
        dryRun={dryRun}
        close={() => setDryRun(null)}
        isBusy={apply.isPending}
        apply={() => dryRun !== null && apply.mutate(dryRun)}
      />
    </Paper>
  );
}

function DryRunDialog({
  dryRun,
  close,
  apply,
  isBusy,
}: {
  readonly dryRun: DryRun | null;
  readonly close: () => void;
  readonly apply: () => void;
  readonly isBusy: boolean;
}) {
  const count = changeableIds(dryRun).length;
  const reasons = reasonsOf(dryRun);
  const action = dryRun?.bulk.action;
  return (
    <Modal
      opened={dryRun !== null}
      onClose={close}
      title={action && t(`campaign.bulkQuestion.${action}`, { count })}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {reasons.length > 0 && (
        <>
          <Text fz="sm">{t('campaign.text.skipped')}</Text>
          <List fz="sm" mb="sm">
            {reasons.map((reason) => (
              <List.Item key={reason.reason}>{t('campaign.format.reasonCount', reason)}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('common.action.back')}
        </Button>
        <Button onClick={apply} loading={isBusy} disabled={count === 0}>
          {action && t(`campaign.bulkVerb.${action}`)}
        </Button>
      </Group>
    </Modal>
  );
}

function run(action: ActionName, ids: readonly number[], options: { readonly dryRun: boolean }): Promise<BulkResult> {
  const items = ids.map((id) => ({ id, action }));
  return dataOf(changeCampaigns({ client, body: { mode: 'partial', ...options, items } }));
}

/** The ids whose entries have no problem. */
function succeededIds({ results }: BulkResult, ids: readonly number[]): readonly number[] {
  return ids.filter((_, index) => results[index]?.problem === undefined);
}

function changeableIds(dryRun: DryRun | null): readonly number[] {
  return dryRun === null ? [] : succeededIds(dryRun.result, dryRun.ids);
}

/** The reasons why campaigns cannot be changed, each once. */
function reasonsOf(dryRun: DryRun | null): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { problem } of dryRun?.result.results ?? []) {
    if (problem === undefined) continue;
    const reason = problem.detail ?? problem.title;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
