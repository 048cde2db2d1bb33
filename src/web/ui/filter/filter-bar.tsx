import { Button, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';
import classes from './filter-bar.module.css';

type Values = Readonly<Record<string, string | undefined>>;

/**
 * The filters above a list. On phones, all but the first (the search) are behind a button if `collapsed` is given.
 * @param collapsed values of the address, and the names of the filters among them, which the button counts
 */
export function FilterBar({
  children,
  collapsed,
}: {
  readonly children: ReactNode;
  readonly collapsed?: { readonly values: Values; readonly names: readonly string[] };
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = collapsed?.names.filter((name) => collapsed.values[name] !== undefined).length ?? 0;
  return (
    <search>
      <Group id={id} gap="xs" mb="sm" className={classes.bar} data-collapsed={(collapsed && !isOpen) || undefined}>
        {children}
      </Group>
      {collapsed !== undefined && (
        <Button
          variant="default"
          fullWidth
          mb="sm"
          hiddenFrom="sm"
          leftSection={<Icon name="filter" />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('common.action.filters', { count })}
        </Button>
      )}
    </search>
  );
}
