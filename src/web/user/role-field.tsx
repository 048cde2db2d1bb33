import { Radio, Stack } from '@mantine/core';
import type { User } from '../../client/generated/types.gen.ts';
import { roles } from '../../contract/access/scopes.ts';
import { t } from '../i18n/t.ts';

/** The role of a user, with the permissions of each role. */
export function RoleField(props: {
  readonly value: User['role'];
  readonly onChange: (role: User['role']) => void;
  readonly error: string | undefined;
}) {
  return (
    <Radio.Group
      label={t('access.label.role')}
      required
      value={props.value}
      onChange={(role) => props.onChange(role as User['role'])}
      error={props.error}
    >
      <Stack gap="xs" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={t(`labels.role.${role}`)} description={t(`labels.roleHint.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
