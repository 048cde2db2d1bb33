import type { ComponentProps, ReactNode } from 'react';
import { listConversions } from '../../client/generated/sdk.gen.ts';
import type { Conversion } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { countText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { ProductTabs } from '../product/product-tabs.tsx';
import { BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ReferenceFilter, SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ConversionDrawer } from './conversion-drawer.tsx';
import { conversionStatusBadge, conversionStatusOptions } from './conversion-labels.ts';
import { ConversionTabs } from './conversion-tabs.tsx';
import { revenueText } from './revenue-text.ts';

const partners = partnerChoices();

type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

/** Orders that shops reported, newest first, with their attribution. */
export function ConversionListPage() {
  return (
    <ConversionList
      title={t('conversion.title.list')}
      lead={t('conversion.text.lead')}
      mark={<BetaBadge />}
      tabs={<ProductTabs />}
    />
  );
}

/** The same list as a page of conversion actions. */
export function ReportedConversionListPage() {
  return (
    <ConversionList
      title={t('conversion.label.reported')}
      lead={t('conversion.text.reported')}
      tabs={<ConversionTabs />}
    />
  );
}

type ListProps = Pick<ComponentProps<typeof Page>, 'title' | 'lead' | 'mark'> & { readonly tabs: ReactNode };

function ConversionList({ tabs, ...page }: ListProps) {
  const { values, change, ...list } = useConversions();
  const partnerName = useNames(
    partners,
    (list.rows ?? []).map(({ mediaPartnerId }) => mediaPartnerId),
  );
  const item = values['item'];
  return (
    <Page {...page}>
      {tabs}
      <Filters values={values} change={change} />
      <ListTable
        caption={t('conversion.title.list')}
        list={list}
        columns={columnsOf(partnerName, (id) => change({ item: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="product" title={t('conversion.title.noOrders')}>
            {t('conversion.text.noOrders')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <ConversionDrawer
          key={item}
          id={numberOf(item, 0)}
          close={() => change({ item: undefined, page: values['page'] })}
        />
      )}
    </Page>
  );
}

function useConversions() {
  return useList({
    noun: 'conversions',
    sort: '',
    filtersOf: ({ partner, status, search }) => ({
      ...(partner === undefined ? {} : { mediaPartnerId: numberOf(partner, 0) }),
      ...(status === undefined ? {} : { status: status as Conversion['status'] }),
      ...(search === undefined ? {} : { orderId: search }),
    }),
    fetch: ({ search: _, sort: __, ...query }) => listConversions({ client, query }),
  });
}

function Filters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const me = useMe();
  const address = { values, change };
  return (
    <FilterBar>
      <SearchFilter label={t('conversion.label.orderId')} {...address} />
      {hasFullReach(me) && (
        <ReferenceFilter
          name="partner"
          label={t('conversion.label.mediaPartner')}
          source={partners}
          width={200}
          {...address}
        />
      )}
      <SelectFilter
        name="status"
        label={t('common.label.status')}
        any={t('conversion.label.anyStatus')}
        options={conversionStatusOptions()}
        width={170}
        {...address}
      />
    </FilterBar>
  );
}

function columnsOf(
  partnerName: (id: number) => string,
  open: (id: number) => void,
): readonly TableColumn<Conversion>[] {
  return [
    {
      key: 'order',
      title: t('conversion.label.order'),
      render: ({ id, orderId }) => <NameButton name={orderId} onOpen={() => open(id)} />,
    },
    {
      key: 'status',
      title: t('common.label.status'),
      nowrap: true,
      render: ({ status }) => <ToneBadge {...conversionStatusBadge(status)} />,
    },
    {
      key: 'partner',
      title: t('conversion.label.mediaPartner'),
      render: ({ mediaPartnerId }) => partnerName(mediaPartnerId),
    },
    { key: 'lines', title: t('conversion.label.lines'), align: 'end', render: ({ lines }) => countText(lines.length) },
    {
      key: 'credited',
      title: t('conversion.label.attributed'),
      align: 'end',
      render: ({ lines }) => countText(lines.filter(({ credited }) => credited !== null).length),
    },
    {
      key: 'revenue',
      title: t('conversion.label.revenue'),
      align: 'end',
      nowrap: true,
      render: ({ lines }) => revenueText(lines),
    },
    {
      key: 'at',
      title: t('conversion.label.orderedAt'),
      nowrap: true,
      render: ({ occurredAt }) => <Instant at={occurredAt} />,
    },
  ];
}
