import { listPurchases } from '../../client/generated/sdk.gen.ts';
import type { Purchase } from '../../client/generated/types.gen.ts';
import { type PurchaseState, purchaseStates } from '../../core/vocabulary/codes/selling-codes.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { enumerationText, moneyText } from '../labels/figures.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { MultiSelectFilter, ReferencesFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList, valuesFilter } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { dayText } from '../ui/time/zoned-time.ts';
import { flightText } from './flight-text.ts';
import { buyerAgentChoices } from './purchase-queries.ts';
import { PurchaseStateBadge } from './purchase-state-badge.tsx';
import { ReviewTabs } from './review-tabs.tsx';

const brands = brandChoices();

/** Campaigns that buyer agents bought. */
export function PurchaseListPage() {
  const me = useMe();
  const zone = useZone();
  const { values, change, ...list } = useList({
    noun: 'purchases',
    // The only order of the API.
    sort: '-id',
    filtersOf,
    fetch: ({ limit, offset, state, buyerAgentId }) =>
      listPurchases({
        client,
        query: { limit, offset, ...(state && { state }), ...(buyerAgentId && { buyerAgentId }) },
      }),
  });
  const brandName = useNames(
    brands,
    (list.rows ?? []).flatMap(({ brandIds }) => brandIds),
  );
  return (
    <Page title={t('selling.title.purchases')} lead={t('selling.text.purchases')}>
      <ReviewTabs />
      <FilterBar>
        <MultiSelectFilter
          name="state"
          label={t('common.label.status')}
          any={t('selling.label.anyState')}
          options={purchaseStates.map((value) => ({ value, label: t(`selling.purchaseState.${value}`) }))}
          width={230}
          values={values}
          change={change}
        />
        {me.may('service-accounts:read') && (
          <ReferencesFilter
            name="buyer"
            label={t('selling.label.buyerAgent')}
            any={t('selling.label.anyBuyer')}
            source={buyerAgentChoices}
            width={230}
            values={values}
            change={change}
          />
        )}
      </FilterBar>
      <ListTable
        caption={t('selling.title.purchases')}
        list={list}
        columns={columnsOf(brandName, zone)}
        empty={
          <EmptyState icon="campaign" title={t('selling.title.noPurchases')}>
            {t('selling.text.noPurchases')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function filtersOf(values: Readonly<Record<string, string | undefined>>) {
  return {
    ...valuesFilter('state', listOf(values['state']) as PurchaseState[]),
    ...valuesFilter('buyerAgentId', listOf(values['buyer']).map(Number)),
  };
}

function columnsOf(brandName: (id: number) => string, zone: string): readonly TableColumn<Purchase>[] {
  return [
    {
      key: 'campaign',
      title: t('selling.label.campaign'),
      render: ({ id, campaignName }) => (
        <TextLink to={`/review/purchases/${id}`} fz="sm" fw={550}>
          {campaignName}
        </TextLink>
      ),
    },
    {
      key: 'state',
      title: t('common.label.status'),
      nowrap: true,
      phone: 'mark',
      render: ({ state }) => <PurchaseStateBadge state={state} />,
    },
    { key: 'buyer', title: t('selling.label.buyerAgent'), render: ({ buyerAgentName }) => buyerAgentName },
    {
      key: 'brand',
      title: t('selling.label.brand'),
      render: ({ brandIds }) => enumerationText(brandIds.map(brandName)),
    },
    {
      key: 'packages',
      title: t('selling.label.packages'),
      render: ({ packages }) =>
        enumerationText([...new Set(packages.map(({ productPackageName }) => productPackageName))]),
    },
    { key: 'flight', title: t('selling.label.flight'), nowrap: true, render: (purchase) => flightText(purchase, zone) },
    {
      key: 'budget',
      title: t('selling.label.budget'),
      align: 'end',
      nowrap: true,
      render: ({ budget }) => moneyText(budget),
    },
    { key: 'poNumber', title: t('selling.label.poNumber'), render: ({ poNumber }) => poNumber },
    {
      key: 'createdAt',
      title: t('selling.label.purchasedAt'),
      nowrap: true,
      render: ({ createdAt }) => dayText(createdAt, zone),
    },
  ];
}
