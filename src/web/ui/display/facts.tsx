import { Paper, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './facts.module.css';

const maxColumns = 5;

/** Labels and values of an object, in as many columns as fit, and in rows of about the same length. */
export function Facts({ facts }: { readonly facts: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <Paper>
      <dl className={classes.facts} style={{ '--columns': columnsFor(facts.length) } as CSSProperties}>
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

/** Six facts are two rows of three, because a row of five would leave a single one. */
function columnsFor(count: number): number {
  return Math.ceil(count / Math.ceil(count / maxColumns));
}
