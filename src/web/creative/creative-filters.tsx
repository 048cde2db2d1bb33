import { Box, Group } from '@mantine/core';
import { creativeStates } from '../../core/vocabulary/statuses.ts';
import { t } from '../i18n/t.ts';
import { formatChoices } from '../inventory/model/format-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { Select } from '../ui/field/selects.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { MultiSelectFilter, ReferencesFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { kindOptions } from './model/kind-labels.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

const stateOptions = () => creativeStates.map((value) => ({ value, label: t(`labels.creativeState.${value}`) }));
const brands = brandChoices();
const filterNames = ['kind', 'state', 'brand', 'format'];
const orders = [
  { value: '-updatedAt', label: 'common.label.updated' },
  { value: '-createdAt', label: 'creative.label.newest' },
  { value: 'name', label: 'common.label.name' },
] as const;

/** Filters, sort order and view of the library, stored in the URL. */
export function CreativeFilters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const address = { values, change };
  return (
    <FilterBar collapsed={{ values, names: filterNames }} beside={<ViewSwitch values={values} change={change} />}>
      <SearchFilter label={t('creative.label.search')} {...address} />
      <MultiSelectFilter
        name="kind"
        label={t('common.label.type')}
        any={t('creative.label.anyType')}
        options={kindOptions()}
        width={135}
        {...address}
      />
      <MultiSelectFilter
        name="state"
        label={t('common.label.status')}
        any={t('creative.label.anyStatus')}
        options={stateOptions()}
        width={135}
        {...address}
      />
      <ReferencesFilter
        name="brand"
        label={t('creative.label.brand')}
        any={t('common.label.anyBrand')}
        source={brands}
        width={160}
        {...address}
      />
      <ReferencesFilter
        name="format"
        label={t('creative.label.format')}
        any={t('creative.label.anyFormat')}
        source={formatChoices}
        width={160}
        {...address}
      />
      <Group gap="xs" ms="auto" wrap="nowrap">
        {values['view'] !== 'table' && (
          <Select
            aria-label={t('creative.label.sortBy')}
            data={orders.map(({ value, label }) => ({ value, label: t(label) }))}
            value={values['sort'] ?? '-updatedAt'}
            onChange={(sort) => change({ sort: sort ?? undefined })}
            allowDeselect={false}
            w={140}
          />
        )}
        <Box visibleFrom="sm">
          <ViewSwitch values={values} change={change} />
        </Box>
      </Group>
    </FilterBar>
  );
}

function ViewSwitch({ values, change }: { readonly values: Values; readonly change: Change }) {
  return (
    <Segments
      aria-label={t('creative.label.view')}
      value={values['view'] === 'table' ? 'table' : 'grid'}
      onChange={(view) => change({ view: view === 'table' ? 'table' : undefined, page: values['page'] })}
      data={[
        { value: 'grid', label: <Icon name="grid" label={t('creative.label.grid')} /> },
        { value: 'table', label: <Icon name="table" label={t('creative.label.table')} /> },
      ]}
    />
  );
}
