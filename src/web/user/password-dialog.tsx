import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { setUserPassword } from '../../client/generated/sdk.gen.ts';
import type { User } from '../../client/generated/types.gen.ts';
import { maxPasswordLength, minPasswordLength } from '../../core/words/limits.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { useChange } from '../ui/action/use-change.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';

/** Gives a user another password. */
export function PasswordDialog({ user, close }: { readonly user: User; readonly close: () => void }) {
  useFocusBack();
  const [password, setPassword] = useState('');
  const change = useChange({
    nouns: ['users'],
    change: () => dataOf(setUserPassword({ client, path: { id: user.id }, body: { password } })),
    done: `The password of ${user.name} is set. Tell it to them in person or by telephone.`,
    onDone: close,
    quiet: true,
  });
  const field = fieldError(change.error, 'password');
  return (
    <Modal opened onClose={close} title={`Password of ${user.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined);
        }}
      >
        <Text fz="sm" mb="sm">
          Wherever they are signed in they are signed out. They can change it themselves under “Password and sessions”.
        </Text>
        {change.error !== null && field === undefined && problemOfError(change.error).status !== 0 && (
          <ProblemAlert error={change.error} />
        )}
        <PasswordInput
          label="New password"
          description={`At least ${minPasswordLength} characters; a sentence is easy to remember`}
          required
          data-autofocus
          autoComplete="new-password"
          maxLength={maxPasswordLength}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={field}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} disabled={password.length < minPasswordLength}>
            Set password
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
