import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { setUserPassword } from '../../client/generated/sdk.gen.ts';
import type { User } from '../../client/generated/types.gen.ts';
import { maxPasswordLength, minPasswordLength } from '../../core/vocabulary/limits/access-limits.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';

/** Sets the password of a user. */
export function PasswordDialog({ user, close }: { readonly user: User; readonly close: () => void }) {
  const [password, setPassword] = useState('');
  const change = useChange({
    nouns: ['users'],
    change: () => dataOf(setUserPassword({ client, path: { id: user.id }, body: { password } })),
    done: t('access.text.passwordSet', { name: user.name }),
    onDone: close,
    quiet: true,
  });
  const field = fieldError(change.error, 'password');
  return (
    <Dialog close={close} title={t('access.title.passwordOf', { name: user.name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined);
        }}
      >
        <Text fz="sm" mb="sm">
          {t('access.text.passwordDialog')}
        </Text>
        {change.error !== null && field === undefined && problemOfError(change.error).status !== 0 && (
          <ProblemAlert error={change.error} />
        )}
        <PasswordInput
          label={t('access.label.newPassword')}
          description={t('access.hint.newPassword', { count: minPasswordLength })}
          required
          data-autofocus
          autoComplete="new-password"
          maxLength={maxPasswordLength}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={field}
          visibilityToggleButtonProps={{ 'aria-label': t('access.action.togglePassword') }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={password.length < minPasswordLength}>
            {t('access.action.setPassword')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
