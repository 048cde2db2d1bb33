import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayMs } from '../../../core/time/durations.ts';
import { t } from '../../i18n/t.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { instantOf, wallTimeOf, zoneName } from '../time/zoned-time.ts';
import { withDialogs } from './with-dialogs.ts';

const defaultMs = 7 * dayMs;
const longestNote = 500;

/** End and note of a hold, as in the body of the action. */
export type HoldInput = { readonly heldUntil: string; readonly note?: string };

/** Opens the dialog for the end and the note of a hold. `zone`: time zone of the end. */
export function openHoldDialog({
  title,
  zone,
  onHold,
}: {
  readonly title: string;
  readonly zone: string;
  readonly onHold: (hold: HoldInput) => void;
}): void {
  const modalId = 'hold';
  withDialogs((modals) =>
    modals.open({
      modalId,
      title,
      closeButtonProps: { 'aria-label': t('common.action.close') },
      children: (
        <HoldForm
          zone={zone}
          onHold={(hold) => {
            modals.close(modalId);
            onHold(hold);
          }}
        />
      ),
    }),
  );
}

function HoldForm({ zone, onHold }: { readonly zone: string; readonly onHold: (hold: HoldInput) => void }) {
  const [until, setUntil] = useState<string | null>(() => wallTimeOf(new Date(Date.now() + defaultMs), zone));
  const [note, setNote] = useState('');
  const heldUntil = until === null ? null : instantOf(until, zone);
  const label = t('common.label.holdUntil');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const text = note.trim();
        if (heldUntil !== null) onHold({ heldUntil, ...(text !== '' && { note: text }) });
      }}
    >
      <Stack gap="sm">
        <MomentInput
          label={t('common.label.withTimeZone', {
            label,
            timeZone: zoneName(heldUntil ?? new Date().toISOString(), zone),
          })}
          description={t('common.hint.holdUntil')}
          required
          value={until}
          onChange={setUntil}
        />
        <TextInput
          label={t('common.label.note')}
          description={t('common.hint.holdNote')}
          maxLength={longestNote}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={heldUntil === null}>
          {t('common.operation.hold')}
        </Button>
      </Group>
    </form>
  );
}
