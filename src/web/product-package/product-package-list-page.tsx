import { Button } from '@mantine/core';
import { listProductPackages } from '../../client/generated/sdk.gen.ts';
import type { ListProductPackagesData, ProductPackage } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { InventoryTabs } from '../inventory/inventory-tabs.tsx';
import { enumerationText, moneyText, unitPriceText } from '../labels/figures.ts';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { ProductPackageDrawer } from './product-package-drawer.tsx';

type Sort = NonNullable<NonNullable<ListProductPackagesData['query']>['sort']>;

/** Inventory with prices that buyer agents can buy. */
export function ProductPackageListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'product-packages',
    sort: 'name' as Sort,
    filtersOf: includeArchivedFilter,
    fetch: (query) => listProductPackages({ client, query }),
  });
  const item = values['item'];
  const add = me.may('inventory:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('labels.newResource.product-packages')}
    </Button>
  );
  return (
    <Page title={t('selling.title.packages')} lead={t('selling.text.packages')} actions={!list.isEmpty && add}>
      <InventoryTabs />
      <FilterBar>
        <SearchFilter label={t('selling.label.searchPackages')} values={values} change={change} />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('selling.title.packages')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="booking" title={t('selling.title.noPackages')} action={list.isEmpty && add}>
            {t('selling.text.noPackages')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <ProductPackageDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<ProductPackage>[] {
  return [
    {
      key: 'name',
      title: t('labels.resourceType.product-packages'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    {
      key: 'delivery',
      title: t('selling.label.deliveryType'),
      render: ({ deliveryType }) => t(`selling.deliveryType.${deliveryType}`),
    },
    {
      key: 'pricing',
      title: t('selling.label.pricing'),
      render: ({ pricingOptions }) =>
        enumerationText(
          pricingOptions.map(({ model, rate }) => t(`booking.priceText.${model}`, { amount: unitPriceText(rate) })),
        ),
    },
    {
      key: 'minimum',
      title: t('selling.label.minimumBudget'),
      align: 'end',
      render: ({ minimumBudget }) => (minimumBudget === null ? '' : moneyText(minimumBudget)),
    },
    {
      key: 'status',
      title: t('common.label.status'),
      render: ({ active, archivedAt }) => {
        if (archivedAt !== null) return t('common.label.archived');
        return active ? t('common.label.active') : t('selling.label.inactive');
      },
    },
  ];
}
