import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../client/generated/types.gen.ts';
import { roles } from '../../contract/access/scopes.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { Select } from '../ui/field/selects.tsx';

/** The role of the members of one group. */
export type GroupRole = { readonly group: string; readonly role: User['role'] };
type Row = GroupRole & { readonly key: number };

/** Maps groups of an identity provider to roles. */
export function GroupRolesField(props: {
  readonly value: readonly GroupRole[];
  readonly onChange: (value: readonly GroupRole[]) => void;
  readonly error?: string | undefined;
}) {
  // Rows without a group name stay visible while the user types, but are not part of the value.
  const [rows, setRows] = useState<readonly Row[]>(() => props.value.map((entry, key) => ({ key, ...entry })));
  const change = (next: readonly Row[]) => {
    setRows(next);
    const complete = next.filter(({ group }) => group.trim() !== '');
    props.onChange(complete.map(({ group, role }) => ({ group: group.trim(), role })));
  };
  const put = (key: number, part: Partial<GroupRole>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, group: '', role: 'viewer' }]);
  return (
    <Input.Wrapper
      label={t('access.label.groupRoles')}
      description={t('access.hint.groupRoles')}
      labelElement="div"
      error={props.error}
    >
      <Stack gap={6} mt={6}>
        {rows.map(({ key, group, role }, index) => (
          <Group key={key} gap={6} wrap="nowrap">
            <TextInput
              aria-label={t('access.label.group', { number: index + 1 })}
              placeholder={t('access.label.groupName')}
              flex={1}
              value={group}
              onChange={(event) => put(key, { group: event.currentTarget.value })}
            />
            <Select
              aria-label={t('access.label.roleOfGroup', { number: index + 1 })}
              data={roles.map((value) => ({ value, label: t(`labels.role.${value}`) }))}
              value={role}
              onChange={(chosen) => put(key, { role: (chosen ?? 'viewer') as User['role'] })}
              allowDeselect={false}
              w={150}
            />
            <ActionIcon
              color="gray"
              aria-label={t('access.action.removeGroup', { number: index + 1 })}
              onClick={() => change(rows.filter((row) => row.key !== key))}
            >
              <Icon name="remove" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button variant="subtle" size="compact-sm" leftSection={<Icon name="add" size={13} />} onClick={add}>
            {t('access.action.addGroup')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
