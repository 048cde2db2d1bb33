import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading. */
export function Section(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Box component="section" mt="xl">
      <Group justify="space-between" align="flex-end" mb="xs" gap="xs">
        <Box miw={0}>
          <Title order={2}>{props.title}</Title>
          {props.lead !== undefined && (
            <Text fz="sm" c="dimmed" maw={720}>
              {props.lead}
            </Text>
          )}
        </Box>
        {props.actions !== undefined && <Group gap="sm">{props.actions}</Group>}
      </Group>
      {props.children}
    </Box>
  );
}
