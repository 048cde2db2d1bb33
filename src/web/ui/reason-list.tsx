import { Alert, List, Text } from '@mantine/core';
import type { ReasonWords } from '../help/status-words.ts';
import { Icon } from './icon.tsx';

/** Why something stands as it does, each reason with what would remove it. */
export function ReasonList({
  title,
  reasons,
  tone,
}: {
  readonly title: string;
  readonly reasons: readonly ReasonWords[];
  readonly tone: 'bad' | 'waiting';
}) {
  if (reasons.length === 0) return null;
  return (
    <Alert
      variant="light"
      color={tone === 'bad' ? 'red' : 'orange'}
      icon={<Icon name="attention" />}
      title={title}
      mb="md"
      role="status"
    >
      <List spacing={4} fz="sm">
        {reasons.map(({ text, action }) => (
          <List.Item key={text}>
            <Text component="span" fw={600} fz="sm">
              {text}.
            </Text>{' '}
            {action}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
