import { Group, SegmentedControl, Select } from '@mantine/core';
import { creativeStates } from '../../core/words/statuses.ts';
import { t } from '../i18n/t.ts';
import { formatChoices } from '../inventory/model/format-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { MultiSelectFilter, ReferencesFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { kindOptions } from './model/kind-labels.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

const stateOptions = () => creativeStates.map((value) => ({ value, label: t(`labels.creativeState.${value}`) }));
const brands = brandChoices();
const orders = [
  { value: '-updatedAt', label: 'Last changed' },
  { value: '-createdAt', label: 'Newest' },
  { value: 'name', label: 'Name' },
];

/** Which creatives are shown, and how; all of it stands in the address. */
export function CreativeFilters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const address = { values, change };
  return (
    <Group gap="xs" mb="sm" role="search">
      <SearchFilter label="Find creatives" {...address} />
      <MultiSelectFilter name="kind" label="Kind" any="Any kind" options={kindOptions} width={135} {...address} />
      <MultiSelectFilter name="state" label="State" any="Any state" options={stateOptions()} width={135} {...address} />
      <ReferencesFilter name="brand" label="Brand" source={brands} width={160} {...address} />
      <ReferencesFilter name="format" label="Format" source={formatChoices} width={160} {...address} />
      <Group gap="xs" ml="auto" wrap="nowrap">
        {values['view'] !== 'table' && (
          <Select
            aria-label="Order"
            data={orders}
            value={values['sort'] ?? '-updatedAt'}
            onChange={(sort) => change({ sort: sort ?? undefined })}
            allowDeselect={false}
            w={140}
          />
        )}
        <ViewSwitch values={values} change={change} />
      </Group>
    </Group>
  );
}

function ViewSwitch({ values, change }: { readonly values: Values; readonly change: Change }) {
  return (
    <SegmentedControl
      aria-label="View"
      value={values['view'] === 'table' ? 'table' : 'grid'}
      onChange={(view) => change({ view: view === 'table' ? 'table' : undefined, page: values['page'] })}
      data={[
        { value: 'grid', label: <Icon name="grid" label="Pictures" /> },
        { value: 'table', label: <Icon name="table" label="Table" /> },
      ]}
    />
  );
}
