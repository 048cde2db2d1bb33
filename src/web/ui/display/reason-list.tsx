import { List, Text } from '@mantine/core';
import type { ReasonText } from '../../labels/reason-labels.ts';
import { ToneFrame } from './tone-frame.tsx';

/** Why something stands as it does, each reason with what would remove it. */
export function ReasonList({
  title,
  reasons,
  tone,
}: {
  readonly title: string;
  readonly reasons: readonly ReasonText[];
  readonly tone: 'bad' | 'waiting';
}) {
  if (reasons.length === 0) return null;
  return (
    <ToneFrame title={title} tone={tone}>
      <List spacing={4} fz="sm" mt={4}>
        {reasons.map(({ text, action }) => (
          <List.Item key={text}>
            <Text component="span" fw={600} fz="sm">
              {text}.
            </Text>{' '}
            {action}
          </List.Item>
        ))}
      </List>
    </ToneFrame>
  );
}
