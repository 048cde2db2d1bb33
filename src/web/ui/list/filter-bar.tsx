import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** What narrows a list down, above it. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return (
    <search>
      <Group gap="xs" mb="sm">
        {children}
      </Group>
    </search>
  );
}
