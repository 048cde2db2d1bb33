import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '../../labels/status-labels.ts';
import { Icon } from './icon.tsx';
import classes from './tone-frame.module.css';

/** A prominent message of a page with an icon and the color of its tone. */
export function ToneFrame({
  title,
  tone,
  children,
}: {
  readonly title: string;
  readonly tone: Tone;
  readonly children: ReactNode;
}) {
  return (
    <Paper className={classes.frame} data-tone={tone} mb="md" component="section" aria-label={title}>
      <Group gap={8} wrap="nowrap" align="flex-start" className={classes.title}>
        <Icon name={iconOf[tone]} />
        <Text fw={650} fz="sm">
          {title}
        </Text>
      </Group>
      {children}
    </Paper>
  );
}

const iconOf = { good: 'done', busy: 'clock', waiting: 'attention', bad: 'attention', quiet: 'info' } as const;
