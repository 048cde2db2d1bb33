import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';

type Ids = Readonly<Record<string, string>>;
type Row = { readonly key: number; readonly system: string; readonly id: string };

/** The IDs of an object in other systems, by the name of the system. */
export function SystemIdsField(props: {
  readonly value: Ids;
  readonly onChange: (ids: Ids) => void;
  readonly error?: string | undefined;
}) {
  // Incomplete rows are not part of the value, but must stay visible while the user types.
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(props.value).map(([system, id], key) => ({ key, system, id })),
  );
  const change = (next: readonly Row[]) => {
    setRows(next);
    const complete = next.filter(({ system, id }) => system.trim() !== '' && id.trim() !== '');
    props.onChange(Object.fromEntries(complete.map(({ system, id }) => [system.trim(), id.trim()])));
  };
  const update = (key: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Input.Wrapper label={t('common.label.systemIds')} labelElement="div" error={props.error}>
      <Stack gap={6} mt={4}>
        {rows.map(({ key, system, id }, index) => (
          <Group key={key} gap={6} wrap="nowrap">
            <TextInput
              aria-label={t('common.label.systemNumber', { number: index + 1 })}
              placeholder={t('common.label.system')}
              value={system}
              onChange={(event) => update(key, { system: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('common.label.idInSystem', { number: index + 1 })}
              placeholder={t('common.label.id')}
              flex={1}
              value={id}
              onChange={(event) => update(key, { id: event.currentTarget.value })}
            />
            <ActionIcon
              color="gray"
              aria-label={t('common.action.removeSystem', { number: index + 1 })}
              onClick={() => change(rows.filter((row) => row.key !== key))}
            >
              <Icon name="remove" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="add" size={13} />}
            onClick={() =>
              setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, system: '', id: '' }])
            }
          >
            {t('common.action.addSystem')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
