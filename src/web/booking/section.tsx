import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One part of the editor. */
export function Section({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {lead !== undefined && (
        <Text c="dimmed" fz="sm">
          {lead}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </Paper>
  );
}
