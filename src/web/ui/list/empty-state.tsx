import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';

/** Replaces an empty list: what is missing and the next step. */
export function EmptyState(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Paper p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Text c="dimmed" component="span">
          <Icon name={props.icon} size={28} />
        </Text>
        <Title order={2}>{props.title}</Title>
        <Text c="dimmed" maw={480} component="div">
          {props.children}
        </Text>
        {props.action !== undefined && <Group mt="xs">{props.action}</Group>}
      </Stack>
    </Paper>
  );
}
