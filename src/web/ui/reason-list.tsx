import { Group, List, Paper, Text } from '@mantine/core';
import type { ReasonWords } from '../help/status-words.ts';
import { Icon } from './icon.tsx';
import classes from './reason-list.module.css';

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
    <Paper className={classes.frame} data-tone={tone} mb="md" component="section" aria-label={title}>
      <Group gap={8} className={classes.title}>
        <Icon name="attention" />
        <Text fw={650} fz="sm">
          {title}
        </Text>
      </Group>
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
    </Paper>
  );
}
