import { listConversions } from '../../client/generated/sdk.gen.ts';
import type { Conversion } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { countText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { ProductTabs } from '../product/product-tabs.tsx';
import { BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ReferenceFilter, SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ConversionDrawer } from './conversion-drawer.tsx';
import { conversionLabels } from './conversion-labels.ts';
import { revenueText } from './revenue-text.ts';

const partners = partnerChoices();
const statuses = Object.entries(conversionLabels).map(([value, { text }]) => ({ value, label: text }));

type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

/** The orders that shops told of, newest first, and whether an ad is credited with them. */
export function ConversionListPage() {
  const { values, change, ...list } = useConversions();
  const partnerName = useNames(
    partners,
    (list.rows ?? []).map(({ mediaPartnerId }) => mediaPartnerId),
  );
  const item = values['item'];
  return (
    <Page
      title="Orders"
      mark={<BetaBadge />}
      lead="What shoppers bought, as shops tell it. Each line is credited to the ad that led to it by the published rule, or to none."
    >
      <ProductTabs />
      <Filters values={values} change={change} />
      <ListTable
        caption="Orders"
        list={list}
        columns={columnsOf(partnerName, (id) => change({ item: String(id), page: values['page'] }))}
        empty={
          <EmptyState icon="product" title="No order is here">
            Shops tell of orders by POST /conversions; the guide of sponsored products says how.
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
      <SearchFilter label="Id of the order" {...address} />
      {hasFullReach(me) && (
        <ReferenceFilter name="partner" label="Media partner" source={partners} width={200} {...address} />
      )}
      <SelectFilter name="status" label="Status" any="Any status" options={statuses} width={170} {...address} />
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
      title: 'Order',
      render: ({ id, orderId }) => <NameButton name={orderId} onOpen={() => open(id)} />,
    },
    {
      key: 'status',
      title: 'Status',
      nowrap: true,
      render: ({ status }) => <ToneBadge {...conversionLabels[status]} />,
    },
    { key: 'partner', title: 'Media partner', render: ({ mediaPartnerId }) => partnerName(mediaPartnerId) },
    { key: 'lines', title: 'Lines', align: 'end', render: ({ lines }) => countText(lines.length) },
    {
      key: 'credited',
      title: 'Credited',
      align: 'end',
      render: ({ lines }) => countText(lines.filter(({ credited }) => credited !== null).length),
    },
    { key: 'revenue', title: 'Revenue', align: 'end', nowrap: true, render: ({ lines }) => revenueText(lines) },
    { key: 'at', title: 'Ordered', nowrap: true, render: ({ occurredAt }) => <Instant at={occurredAt} /> },
  ];
}
