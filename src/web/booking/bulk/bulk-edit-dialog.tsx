/*
 * The bulk edit of bookings: fields, preview, change and one undo.
 *
 * - `bulk-edit-dialog.tsx`: the dialog. `bulk-list-fields.tsx`, `bulk-creative-fields.tsx`: its fields.
 *   `bulk-preview.tsx`: what changes, and what stays unchanged and why.
 * - `bulk-draft.ts`: the edited fields. `bulk-change.ts`, `targeting-change.ts`: the change of one booking.
 * - `use-bulk-edit.ts`, `read-bulk-facts.ts`: calls.
 */

import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { lowestPriority } from '../../../core/vocabulary/limits/booking-limits.ts';
import { t } from '../../i18n/t.ts';
import { useZone } from '../../inventory/model/use-zone.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { MomentInput } from '../../ui/time/moment-input.tsx';
import { BulkCreativeFields } from './bulk-creative-fields.tsx';
import { type BulkDraft, isDraftComplete, unchangedDraft } from './bulk-draft.ts';
import { BulkLabelFields, BulkTargetingFields } from './bulk-list-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { changeableOf, type PreviewedChange, type SendBulk, useBulkEdit } from './use-bulk-edit.ts';

/** Changes fields of many bookings at once: a dry run first, and one undo for all. */
export function BulkEditDialog({
  ids,
  send,
  close,
  onDone,
}: {
  readonly ids: readonly number[];
  readonly send: SendBulk;
  readonly close: () => void;
  readonly onDone: () => void;
}) {
  const timeZone = useZone();
  const [draft, setDraft] = useState(unchangedDraft);
  const [preview, setPreview] = useState<readonly PreviewedChange[] | null>(null);
  // The dialog in front closes first.
  const [isCovered, setCovered] = useState(false);
  const { attempt, apply } = useBulkEdit({ ids, send, draft, timeZone, onPreview: setPreview, onDone });
  const count = preview === null ? 0 : changeableOf(preview).length;
  return (
    <Dialog
      close={close}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      size={preview === null ? 'lg' : 'xl'}
      title={t('booking.title.bulkEdit', { count: ids.length })}
    >
      <Stack gap="sm">
        {preview === null ? (
          <BulkFields draft={draft} onChange={setDraft} timeZone={timeZone} onCovered={setCovered} />
        ) : (
          <BulkPreview preview={preview} timeZone={timeZone} />
        )}
        <Group justify="flex-end">
          {preview === null ? (
            <Button variant="default" onClick={close}>
              {t('common.action.cancel')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setPreview(null)}>
              {t('common.action.back')}
            </Button>
          )}
          {preview === null ? (
            <Button
              loading={attempt.isPending}
              disabled={!isDraftComplete(draft)}
              onClick={() => attempt.mutate(undefined)}
            >
              {t('booking.action.previewChanges')}
            </Button>
          ) : (
            <Button
              data-autofocus
              loading={apply.isPending}
              disabled={count === 0}
              onClick={() => apply.mutate(preview)}
            >
              {t('booking.action.applyChanges', { count })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function BulkFields({
  draft,
  onChange,
  timeZone,
  onCovered,
}: {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
  readonly timeZone: string;
  readonly onCovered: (isCovered: boolean) => void;
}) {
  const set = (changes: Partial<BulkDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <Text fz="sm" c="dimmed">
        {t('booking.hint.bulkEdit')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NumberInput
          label={t('booking.label.priority')}
          min={0}
          max={lowestPriority}
          allowDecimal={false}
          value={draft.priority ?? ''}
          onChange={(value) => set({ priority: typeof value === 'number' ? value : null })}
        />
        <MomentInput
          label={t('booking.label.startInZone', { timeZone })}
          clearable
          value={draft.start}
          onChange={(start) => set({ start })}
        />
        <MomentInput
          label={t('booking.label.endInZone', { timeZone })}
          clearable
          value={draft.end}
          onChange={(end) => set({ end })}
        />
      </SimpleGrid>
      <BulkLabelFields value={draft.labels} onChange={(labels) => set({ labels })} />
      <BulkTargetingFields value={draft.targeting} onChange={(targeting) => set({ targeting })} />
      <BulkCreativeFields value={draft.creatives} onChange={(creatives) => set({ creatives })} onCovered={onCovered} />
    </>
  );
}
