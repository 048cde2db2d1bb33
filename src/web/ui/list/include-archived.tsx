import { Checkbox } from '@mantine/core';

type Values = Readonly<Record<string, string | undefined>>;

/** Whether a list shows what was archived, too; it stands in the address. */
export function IncludeArchivedSwitch({
  values,
  change,
}: {
  readonly values: Values;
  readonly change: (changes: Values) => void;
}) {
  return (
    <Checkbox
      label="Archived ones too"
      checked={includesArchived(values)}
      onChange={(event) => change({ archived: event.currentTarget.checked ? 'true' : undefined })}
    />
  );
}

/** Whether the address asks for them. */
export function includesArchived(values: Values): boolean {
  return values['archived'] === 'true';
}

/** The same as a filter of the API. */
export function includeArchivedFilter(values: Values): { readonly includeArchived?: 'true' } {
  return includesArchived(values) ? { includeArchived: 'true' } : {};
}
