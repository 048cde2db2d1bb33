import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './inventory-tree.module.css';

/** A note below the rows of a branch. */
export function TreeNote({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  return (
    <li>
      <div className={classes.row} data-depth={depth}>
        <span className={classes.noToggle} />
        <Text fz="sm" c="dimmed">
          {children}
        </Text>
      </div>
    </li>
  );
}
