import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import { withDialogs } from './with-dialogs.ts';

const longestReason = 1000;

/** Opens the dialog for the reason of a rejection. */
export function openRejectionDialog({
  name,
  onReason,
}: {
  readonly name: string;
  readonly onReason: (reason?: string) => void;
}): void {
  const modalId = 'reason';
  withDialogs((modals) =>
    modals.open({
      modalId,
      title: t('common.title.reject', { name }),
      closeButtonProps: { 'aria-label': t('common.action.close') },
      children: (
        <ReasonForm
          onReason={(reason) => {
            modals.close(modalId);
            onReason(reason === '' ? undefined : reason);
          }}
        />
      ),
    }),
  );
}

function ReasonForm({ onReason }: { readonly onReason: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onReason(reason.trim());
      }}
    >
      <Textarea
        label={t('common.label.reason')}
        description={t('common.hint.rejectionReason')}
        data-autofocus
        autosize
        minRows={2}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" color="red.8">
          {t('common.action.reject')}
        </Button>
      </Group>
    </form>
  );
}
