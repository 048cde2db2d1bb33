import { Text, VisuallyHidden } from '@mantine/core';
import classes from './change-table.module.css';
import { type ChangedPart, textOf } from './changed-parts.ts';

/** What differs, part by part, with the state before and after. */
export function ChangeTable({ parts, isNew }: { readonly parts: readonly ChangedPart[]; readonly isNew: boolean }) {
  if (parts.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Nothing that can be shown is different.
      </Text>
    );
  return (
    <table className={classes.table}>
      <VisuallyHidden component="caption">What was changed</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Part</th>
          {!isNew && <th scope="col">Before</th>}
          <th scope="col">{isNew ? 'Value' : 'After'}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            {!isNew && (
              <td>
                <del className={classes.before}>{textOf(before)}</del>
              </td>
            )}
            <td>
              <ins className={classes.after}>{textOf(after)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
