import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { withDialogs } from './with-dialogs.ts';

const longestReason = 1000;

/** Asks why something is rejected; whoever made it reads the answer. */
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
      title: `Reject ${name}?`,
      closeButtonProps: { 'aria-label': 'Close' },
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
        label="Why"
        description="Whoever made it reads this"
        data-autofocus
        autosize
        minRows={2}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" color="red.8">
          Reject
        </Button>
      </Group>
    </form>
  );
}
