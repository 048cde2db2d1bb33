import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../display/icon.tsx';

type Ids = Readonly<Record<string, string>>;
type Row = { readonly key: number; readonly system: string; readonly id: string };

/** Ids of one object in several systems, by the name of the system. */
export function SystemIdsField(props: {
  readonly value: Ids;
  readonly onChange: (ids: Ids) => void;
  readonly error?: string | undefined;
}) {
  // Rows that are not complete yet are no ids, and must stay while they are written.
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(props.value).map(([system, id], key) => ({ key, system, id })),
  );
  const change = (next: readonly Row[]) => {
    setRows(next);
    const complete = next.filter(({ system, id }) => system.trim() !== '' && id.trim() !== '');
    props.onChange(Object.fromEntries(complete.map(({ system, id }) => [system.trim(), id.trim()])));
  };
  const put = (key: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Input.Wrapper label="Ids in other systems" labelElement="div" error={props.error}>
      <Stack gap={6} mt={4}>
        {rows.map(({ key, system, id }, index) => (
          <Group key={key} gap={6} wrap="nowrap">
            <TextInput
              aria-label={`System ${index + 1}`}
              placeholder="System"
              value={system}
              onChange={(event) => put(key, { system: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Id in system ${index + 1}`}
              placeholder="Id there"
              flex={1}
              value={id}
              onChange={(event) => put(key, { id: event.currentTarget.value })}
            />
            <ActionIcon
              color="gray"
              aria-label={`Remove system ${index + 1}`}
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
            Add a system
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
