import { Group } from '@mantine/core';
import { memo } from 'react';
import { campaignTypes, statuses } from '../../core/words/statuses.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ReferencesFilter, SearchFilter, WordsFilter } from '../ui/list/list-filters.tsx';
import { DayField } from '../ui/time/day-field.tsx';
import { healthWords, statusWords } from '../words/status-words.ts';
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
  const address = { values, change };
  return (
    <Group gap="xs" mb="sm" role="search">
      <SearchFilter label="Find campaigns" {...address} />
      <WordsFilter name="status" label="Status" any="Any status" options={statusOptions} width={190} {...address} />
      <WordsFilter name="health" label="Health" any="Any health" options={healthOptions} width={150} {...address} />
      <WordsFilter name="type" label="Type" any="Any type" options={typeOptions} width={150} {...address} />
      <ReferencesFilter name="advertiser" label="Advertiser" source={advertisers} width={200} {...address} />
      <ReferencesFilter name="brand" label="Brand" source={brands} width={180} {...address} />
      <DayField label="Runs from" value={values['from']} onChange={(from) => change({ from })} />
      <DayField label="Runs until" value={values['to']} onChange={(to) => change({ to })} />
    </Group>
  );
});
