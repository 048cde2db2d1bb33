import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import { withDialogs } from './with-dialogs.ts';

const longestReason = 1000;

type Question = {
  readonly title: string;
  /** Who reads the reason. */
  readonly hint: string;
  /** The verb on the button. */
  readonly verb: string;
};

/** Opens the dialog for the reason of a rejection. */
export function openRejectionDialog({
  name,
  onReason,
}: {
  readonly name: string;
  readonly onReason: (reason?: string) => void;
}): void {
  openDialog({
    title: t('common.title.reject', { name }),
    hint: t('common.hint.rejectionReason'),
    verb: t('common.action.reject'),
    isRequired: false,
    onReason: (reason) => onReason(reason === '' ? undefined : reason),
  });
}

/** Opens a dialog for a reason without which the user cannot continue. */
export function openReasonDialog(question: Question & { readonly onReason: (reason: string) => void }): void {
  openDialog({ ...question, isRequired: true });
}

type Form = Omit<Question, 'title'> & {
  readonly isRequired: boolean;
  readonly onReason: (reason: string) => void;
};

function openDialog({ title, onReason, ...form }: Form & Pick<Question, 'title'>): void {
  const modalId = 'reason';
  withDialogs((modals) =>
    modals.open({
      modalId,
      title,
      closeButtonProps: { 'aria-label': t('common.action.close') },
      children: (
        <ReasonForm
          {...form}
          onReason={(reason) => {
            modals.close(modalId);
            onReason(reason);
          }}
        />
      ),
    }),
  );
}

function ReasonForm({ hint, verb, isRequired, onReason }: Form) {
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
        description={hint}
        required={isRequired}
        data-autofocus
        autosize
        minRows={2}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" color="red.8" disabled={isRequired && reason.trim() === ''}>
          {verb}
        </Button>
      </Group>
    </form>
  );
}
