import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inviteUser } from '../../client/generated/sdk.gen.ts';
import type { InvitedUser, User } from '../../client/generated/types.gen.ts';
import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { RoleField } from './role-field.tsx';

/** The form that invites a user by email address, name and role. */
export function InviteDialog(props: {
  readonly onInvited: (invited: InvitedUser) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<User['role']>('viewer');
  const invite = useChange({
    nouns: ['users'],
    change: () =>
      dataOf(
        inviteUser({ client, body: { email: email.trim(), name: name.trim() === '' ? null : name.trim(), role } }),
      ),
    onDone: props.onInvited,
    quiet: true,
  });
  const hasGeneralProblem = invite.error !== null && (problemOfError(invite.error).errors ?? []).length === 0;
  return (
    <Dialog close={props.close} size="lg" title={t('access.title.inviteUser')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(undefined);
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{t(me.mailFrom === null ? 'access.text.inviteByLink' : 'access.text.inviteByEmail')}</Text>
          {hasGeneralProblem && <ProblemAlert error={invite.error} />}
          <TextInput
            label={t('common.label.email')}
            type="email"
            required
            data-autofocus
            maxLength={255}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError(invite.error, 'email')}
          />
          <TextInput
            label={t('common.label.name')}
            description={t('access.hint.inviteName')}
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(invite.error, 'name')}
          />
          <RoleField value={role} onChange={setRole} error={fieldError(invite.error, 'role')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.close}>
              {t('common.action.cancel')}
            </Button>
            <Button
              type="submit"
              leftSection={<Icon name="person" />}
              loading={invite.isPending}
              disabled={email.trim() === ''}
            >
              {t('access.action.inviteUser')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
