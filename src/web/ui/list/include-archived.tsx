import { Checkbox } from '@mantine/core';
import { t } from '../../i18n/t.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** Includes archived objects in a list. The state is stored in the address. */
export function IncludeArchivedSwitch({
  values,
  change,
}: {
  readonly values: Values;
  readonly change: (changes: Values) => void;
}) {
  return (
    <Checkbox
      label={t('common.label.includeArchived')}
      checked={includesArchived(values)}
      onChange={(event) => change({ archived: event.currentTarget.checked ? 'true' : undefined })}
    />
  );
}

/** Whether the address includes archived objects. */
export function includesArchived(values: Values): boolean {
  return values['archived'] === 'true';
}

/** The query parameter of the API. */
export function includeArchivedFilter(values: Values): { readonly includeArchived?: 'true' } {
  return includesArchived(values) ? { includeArchived: 'true' } : {};
}
