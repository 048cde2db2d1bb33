import { Group, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { creativeStates } from '../../core/words/statuses.ts';
import { stateWords } from '../help/status-words.ts';
import { formatChoices } from '../inventory/format-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { DebouncedSearch } from '../ui/debounced-search.tsx';
import { Icon } from '../ui/icon.tsx';
import { ReferenceMultiSelect } from '../ui/reference-select.tsx';
import { listOf, listText } from '../ui/use-address.ts';
import { kindOptions } from './kind-words.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

const stateOptions = creativeStates.map((state) => ({ value: state, label: stateWords[state].text }));
const brands = brandChoices();
const orders = [
  { value: '-updatedAt', label: 'Last changed' },
  { value: '-createdAt', label: 'Newest' },
  { value: 'name', label: 'Name' },
];

/** Which creatives are shown, and how; all of it stands in the address. */
export function CreativeFilters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return (
    <Group gap="xs" mb="sm" role="search">
      <DebouncedSearch
        label="Find creatives"
        value={values['search'] ?? ''}
        onChange={(search) => change({ search: search || undefined })}
      />
      <WordSelect name="kind" label="Any kind" options={kindOptions} values={values} change={change} />
      <WordSelect name="state" label="Any state" options={stateOptions} values={values} change={change} />
      <ReferenceMultiSelect
        label="Brand"
        compact
        source={brands}
        value={ids('brand')}
        onChange={(chosen) => change({ brand: listText(chosen) })}
        w={{ base: '100%', xs: 160 }}
      />
      <ReferenceMultiSelect
        label="Format"
        compact
        source={formatChoices}
        value={ids('format')}
        onChange={(chosen) => change({ format: listText(chosen) })}
        w={{ base: '100%', xs: 160 }}
      />
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

function WordSelect({
  name,
  label,
  options,
  values,
  change,
}: {
  readonly name: string;
  /** Shown while nothing is chosen. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly values: Values;
  readonly change: Change;
}) {
  const chosen = listOf(values[name]);
  return (
    <MultiSelect
      aria-label={label.replace('Any k', 'K').replace('Any s', 'S')}
      placeholder={chosen.length === 0 ? label : undefined}
      data={options}
      value={[...chosen]}
      onChange={(next) => change({ [name]: listText(next) })}
      clearable
      clearButtonProps={{ 'aria-label': label }}
      w={{ base: '100%', xs: 135 }}
    />
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
