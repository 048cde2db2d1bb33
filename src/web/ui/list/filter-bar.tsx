import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The filters above a list. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return (
    <search>
      <Group gap="xs" mb="sm">
        {children}
      </Group>
    </search>
  );
}
