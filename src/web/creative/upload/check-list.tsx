import { Group, Stack, Text } from '@mantine/core';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { Icon } from '../../ui/display/icon.tsx';

/** What is wrong with a creative, in words: errors keep it from being approved, warnings a reviewer weighs. */
export function CheckList({ checks }: { readonly checks: Creative['checks'] }) {
  if (checks.length === 0) return null;
  return (
    <Stack gap={4} component="ul" m={0} p={0} aria-label="Checks">
      {checks.map(({ code, severity, message }) => (
        <Group
          key={code}
          component="li"
          gap={6}
          wrap="nowrap"
          align="flex-start"
          c={`var(--placard-${tones[severity]})`}
        >
          <Icon name={severity === 'error' ? 'attention' : 'info'} />
          <Text fz="xs" component="span">
            {severity === 'error' ? 'Error: ' : 'Warning: '}
            {message}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const tones = { error: 'bad', warning: 'warn' } as const;
