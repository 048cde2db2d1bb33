import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values of an object, beside each other. */
export function Facts({ facts }: { readonly facts: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <Paper>
      <SimpleGrid cols={{ base: 2, md: 4 }} component="dl" m={0} verticalSpacing="sm">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
