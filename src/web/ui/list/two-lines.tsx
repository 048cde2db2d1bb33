import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** A cell with a second, dimmed line, such as the company of an object. */
export function TwoLines({ second, children }: { readonly second: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes.lines}>
      {children}
      <div className={classes.second}>{second}</div>
    </div>
  );
}
