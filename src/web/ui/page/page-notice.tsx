import { Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import { Page } from './page.tsx';

/** Replaces the content of a page: why it is not shown, and what to do. */
export function PageNotice(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly isProblem?: true;
  readonly action?: ReactNode;
}) {
  return (
    <Page title={props.title}>
      <Paper p="xl">
        <Stack align="center" gap="sm" ta="center" py="lg">
          <ThemeIcon variant="light" size={64} radius="xl" color={props.isProblem ? 'red' : 'board'} aria-hidden="true">
            <Icon name={props.icon} size={30} />
          </ThemeIcon>
          <Text component="div" maw={520} role={props.isProblem && 'alert'}>
            {props.children}
          </Text>
          {props.action !== undefined && <Group>{props.action}</Group>}
        </Stack>
      </Paper>
    </Page>
  );
}
