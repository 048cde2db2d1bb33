import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Labels and values of an object, in as many columns as fit. */
export function Facts({ facts }: { readonly facts: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <Paper>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <Text component="dt" fz="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz="sm">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
