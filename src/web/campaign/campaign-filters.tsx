import { Group, MultiSelect } from '@mantine/core';
import { memo } from 'react';
import { campaignTypes, statuses } from '../../core/words/statuses.ts';
import { healthWords, statusWords } from '../help/status-words.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { DayField } from '../ui/day-field.tsx';
import { DebouncedSearch } from '../ui/debounced-search.tsx';
import { ReferenceMultiSelect } from '../ui/reference-select.tsx';
import { listOf, listText } from '../ui/use-address.ts';
import { typeWords } from './campaign-words.ts';

type Values = Readonly<Record<string, string | undefined>>;

const statusOptions = statuses.map((status) => ({ value: status, label: statusWords[status].text }));
const healthOptions = Object.entries(healthWords).map(([value, { text }]) => ({ value, label: text }));
const typeOptions = campaignTypes.map((type) => ({ value: type, label: typeWords[type] }));
const advertisers = partnerChoices('ADVERTISER');
const brands = brandChoices();

/** What of the campaigns is shown; all of it stands in the address. Its fields are not drawn again with each answer of the list. */
export const CampaignFilters = memo(function CampaignFilters({
  values,
  change,
}: {
  readonly values: Values;
  readonly change: (changes: Values) => void;
}) {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return (
    <Group gap="xs" mb="sm" role="search">
      <DebouncedSearch
        label="Find campaigns"
        value={values['search'] ?? ''}
        onChange={(search) => change({ search: search || undefined })}
      />
      <MultiSelect
        aria-label="Status"
        placeholder={listOf(values['status']).length === 0 ? 'Any status' : undefined}
        data={statusOptions}
        value={[...listOf(values['status'])]}
        onChange={(chosen) => change({ status: listText(chosen) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={{ base: '100%', xs: 190 }}
      />
      <MultiSelect
        aria-label="Health"
        placeholder={listOf(values['health']).length === 0 ? 'Any health' : undefined}
        data={healthOptions}
        value={[...listOf(values['health'])]}
        onChange={(chosen) => change({ health: listText(chosen) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any health' }}
        w={{ base: '100%', xs: 150 }}
      />
      <MultiSelect
        aria-label="Type"
        placeholder={listOf(values['type']).length === 0 ? 'Any type' : undefined}
        data={typeOptions}
        value={[...listOf(values['type'])]}
        onChange={(chosen) => change({ type: listText(chosen) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any type' }}
        w={{ base: '100%', xs: 150 }}
      />
      <ReferenceMultiSelect
        label="Advertiser"
        compact
        source={advertisers}
        value={ids('advertiser')}
        onChange={(chosen) => change({ advertiser: listText(chosen) })}
        w={{ base: '100%', xs: 200 }}
      />
      <ReferenceMultiSelect
        label="Brand"
        compact
        source={brands}
        value={ids('brand')}
        onChange={(chosen) => change({ brand: listText(chosen) })}
        w={{ base: '100%', xs: 180 }}
      />
      <DayField label="Runs from" value={values['from']} onChange={(from) => change({ from })} />
      <DayField label="Runs until" value={values['to']} onChange={(to) => change({ to })} />
    </Group>
  );
});
