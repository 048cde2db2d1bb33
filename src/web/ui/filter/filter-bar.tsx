import { Button, Group } from '@mantine/core';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';
import classes from './filter-bar.module.css';

type Values = Readonly<Record<string, string | undefined>>;

const noFilters: readonly ReactElement[] = [];

/**
 * The filters above a list. On phones, all but the first (the search) are behind a button if `collapsed` is given.
 * @param collapsed values of the address, and the names of the filters among them, which the button counts
 * @param beside shown next to this button
 * @param more further filters, shown by a button. The key of a filter is its parameter of the address
 */
export function FilterBar({
  children,
  collapsed,
  beside,
  more = noFilters,
}: {
  readonly children: ReactNode;
  readonly collapsed?: { readonly values: Values; readonly names: readonly string[] };
  readonly beside?: ReactNode;
  readonly more?: readonly ReactElement[];
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = collapsed?.names.filter((name) => collapsed.values[name] !== undefined).length ?? 0;
  return (
    <search>
      <Group id={id} gap="xs" mb="sm" className={classes.bar} data-collapsed={(collapsed && !isOpen) || undefined}>
        {children}
        {more.length > 0 && <MoreFilters more={more} values={collapsed?.values ?? {}} />}
      </Group>
      {collapsed !== undefined && (
        <Group gap="xs" mb="sm" wrap="nowrap" hiddenFrom="sm">
          <Button
            variant="default"
            flex={1}
            leftSection={<Icon name="filter" />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t('common.action.filters', { count })}
          </Button>
          {beside}
        </Group>
      )}
    </search>
  );
}

/** A button, and the filters that it shows. A filter with a value is always visible. */
function MoreFilters({ more, values }: { readonly more: readonly ReactElement[]; readonly values: Values }) {
  const [isOpen, setOpen] = useState(false);
  // A filter that the user clears keeps the focus.
  const used = useRef(new Set<string>());
  for (const { key } of more) if (values[String(key)] !== undefined) used.current.add(String(key));
  return (
    <>
      <Button variant="subtle" px="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('common.action.moreFilters')}
      </Button>
      {more.filter(({ key }) => isOpen || used.current.has(String(key)))}
    </>
  );
}
