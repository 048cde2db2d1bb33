import { memo } from 'react';
import { campaignTypes, healths, statuses } from '../../core/vocabulary/statuses.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { MultiSelectFilter, ReferencesFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { DayField } from '../ui/time/day-field.tsx';

type Values = Readonly<Record<string, string | undefined>>;
type Address = { readonly values: Values; readonly change: (changes: Values) => void };

const statusOptions = () => statuses.map((value) => ({ value, label: t(`labels.status.${value}`) }));
const healthOptions = () => healths.map((value) => ({ value, label: t(`labels.health.${value}`) }));
const typeOptions = () => campaignTypes.map((value) => ({ value, label: t(`labels.campaignType.${value}`) }));
const advertisers = partnerChoices('ADVERTISER');
const brands = brandChoices();
const filterNames = ['status', 'health', 'type', 'advertiser', 'brand', 'from', 'to'];

/** The filters of the campaign list, stored in the address. Memoized: paging does not render them. */
export const CampaignFilters = memo(function CampaignFilters({ values, change }: Address) {
  const address = { values, change };
  return (
    <FilterBar collapsed={{ values, names: filterNames }} more={moreFilters(address)}>
      <SearchFilter label={t('campaign.label.search')} {...address} />
      <MultiSelectFilter
        name="status"
        label={t('campaign.label.status')}
        any={t('campaign.label.anyStatus')}
        options={statusOptions()}
        width={190}
        {...address}
      />
      <MultiSelectFilter
        name="health"
        label={t('campaign.label.health')}
        any={t('campaign.label.anyHealth')}
        options={healthOptions()}
        width={150}
        {...address}
      />
    </FilterBar>
  );
});

/** Filters that the user shows by a button. Their keys are parameters of the address. */
function moreFilters(address: Address) {
  const { values, change } = address;
  return [
    <MultiSelectFilter
      key="type"
      name="type"
      label={t('campaign.label.type')}
      any={t('campaign.label.anyType')}
      options={typeOptions()}
      width={150}
      {...address}
    />,
    <ReferencesFilter
      key="advertiser"
      name="advertiser"
      label={t('campaign.label.advertiser')}
      source={advertisers}
      width={200}
      {...address}
    />,
    <ReferencesFilter
      key="brand"
      name="brand"
      label={t('campaign.label.brand')}
      source={brands}
      width={180}
      {...address}
    />,
    <DayField
      key="from"
      label={t('campaign.label.runsFrom')}
      value={values['from']}
      onChange={(from) => change({ from })}
    />,
    <DayField key="to" label={t('campaign.label.runsUntil')} value={values['to']} onChange={(to) => change({ to })} />,
  ];
}
