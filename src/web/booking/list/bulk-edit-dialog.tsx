import { Button, Group, Modal, NumberInput, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { BookingPatch } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { useZone } from '../../inventory/model/use-zone.ts';
import { SkippedReasons } from '../../ui/action/bulk-bar.tsx';
import { reasonsOf } from '../../ui/action/bulk-results.ts';
import { MomentInput } from '../../ui/time/moment-input.tsx';
import { instantOf } from '../../ui/time/zoned-time.ts';
import { type BulkEditPreview, type SendBulk, succeeded, useBulkEdit } from './use-bulk-edit.ts';

type Draft = {
  readonly priority: number | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly labels: readonly string[];
};

const nothing: Draft = { priority: null, start: null, end: null, labels: [] };
const lowestPriority = 9;

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
  const [draft, setDraft] = useState(nothing);
  const [preview, setPreview] = useState<BulkEditPreview | null>(null);
  const set = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    setPreview(null);
  };
  const change = changeOf(draft, timeZone);
  const { attempt, apply } = useBulkEdit({ ids, send, change, onPreview: setPreview, onDone });
  const changeable = preview === null ? [] : succeeded(preview.before, preview.result);
  return (
    <Modal
      opened
      onClose={close}
      title={t('booking.title.bulkEdit', { count: ids.length })}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          {t('booking.hint.bulkEdit')}
        </Text>
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
        <TagsInput
          label={t('booking.label.exclusionLabels')}
          value={[...draft.labels]}
          onChange={(labels) => set({ labels })}
        />
        {preview !== null && (
          <div role="status">
            <Text fz="sm" fw={550}>
              {t('booking.text.changeable', { count: changeable.length })}
            </Text>
            <SkippedReasons reasons={reasonsOf(preview.result)} text={t('booking.text.skipped')} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          {preview === null ? (
            <Button
              loading={attempt.isPending}
              disabled={Object.keys(change).length === 0}
              onClick={() => attempt.mutate()}
            >
              {t('booking.action.previewChanges')}
            </Button>
          ) : (
            <Button loading={apply.isPending} disabled={changeable.length === 0} onClick={() => apply.mutate(preview)}>
              {t('booking.action.applyChanges', { count: changeable.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** The change of the filled fields, as a merge patch. */
function changeOf({ priority, start, end, labels }: Draft, timeZone: string): BookingPatch {
  return {
    ...(priority === null ? {} : { priority }),
    ...(start === null ? {} : { startDate: instantOf(start, timeZone) }),
    ...(end === null ? {} : { endDate: instantOf(end, timeZone) }),
    ...(labels.length === 0 ? {} : { exclusionLabels: [...labels] }),
  };
}
