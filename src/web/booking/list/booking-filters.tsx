import { memo } from 'react';
import { bookingTypes, healths, statuses } from '../../../core/vocabulary/statuses.ts';
import { t } from '../../i18n/t.ts';
import { publicationChoices } from '../../inventory/model/inventory-choices.ts';
import { deliveryMethodOrder } from '../../labels/booking-labels.ts';
import { brandChoices, partnerChoices } from '../../media-partner/partner-choices.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { MultiSelectFilter, ReferencesFilter, SearchFilter } from '../../ui/list/list-filters.tsx';
import { DayField } from '../../ui/time/day-field.tsx';

type Values = Readonly<Record<string, string | undefined>>;
type Address = { readonly values: Values; readonly change: (changes: Values) => void };

const advertisers = partnerChoices('ADVERTISER');
const brands = brandChoices();
const filterNames = ['status', 'health', 'type', 'method', 'advertiser', 'brand', 'publication', 'from', 'to'];

/** The filters of the booking list, stored in the address. Memoized: paging does not render them. */
export const BookingFilters = memo(function BookingFilters({ values, change }: Address) {
  const address = { values, change };
  return (
    <FilterBar collapsed={{ values, names: filterNames }} more={moreFilters(address)}>
      <SearchFilter label={t('booking.label.search')} {...address} />
      <MultiSelectFilter
        name="status"
        label={t('booking.label.status')}
        any={t('booking.label.anyStatus')}
        options={statuses.map((value) => ({ value, label: t(`labels.status.${value}`) }))}
        width={170}
        {...address}
      />
      <MultiSelectFilter
        name="health"
        label={t('booking.label.health')}
        any={t('booking.label.anyHealth')}
        options={healths.map((value) => ({ value, label: t(`labels.health.${value}`) }))}
        width={140}
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
      label={t('booking.label.type')}
      any={t('booking.label.anyType')}
      options={bookingTypes.map((value) => ({ value, label: t(`labels.bookingType.${value}`) }))}
      width={140}
      {...address}
    />,
    <MultiSelectFilter
      key="method"
      name="method"
      label={t('booking.label.deliveryMethod')}
      any={t('booking.label.deliveryMethod')}
      options={deliveryMethodOrder.map((value) => ({ value, label: t(`labels.deliveryMethod.${value}`) }))}
      width={170}
      {...address}
    />,
    <ReferencesFilter
      key="advertiser"
      name="advertiser"
      label={t('booking.label.advertiser')}
      source={advertisers}
      width={160}
      {...address}
    />,
    <ReferencesFilter
      key="brand"
      name="brand"
      label={t('booking.label.brand')}
      source={brands}
      width={140}
      {...address}
    />,
    <ReferencesFilter
      key="publication"
      name="publication"
      label={t('booking.label.publication')}
      source={publicationChoices}
      width={160}
      {...address}
    />,
    <DayField
      key="from"
      label={t('booking.label.runsFrom')}
      value={values['from']}
      onChange={(from) => change({ from })}
    />,
    <DayField key="to" label={t('booking.label.runsUntil')} value={values['to']} onChange={(to) => change({ to })} />,
  ];
}
