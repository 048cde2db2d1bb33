import { Button, Group } from '@mantine/core';
import { listProducts } from '../../client/generated/sdk.gen.ts';
import type { ListProductsData, Product } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ArchivedBadge, BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { MultiSelectFilter, ReferenceFilter, ReferencesFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { availabilityLabels, priceText } from './product-labels.ts';
import { ProductTabs } from './product-tabs.tsx';

type Query = NonNullable<ListProductsData['query']>;
type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

const brands = brandChoices();
const partners = partnerChoices();
const availabilities = Object.entries(availabilityLabels).map(([value, { text }]) => ({ value, label: text }));
/** What stands in the address and leaves nothing out. */
const noFilters = new Set(['sort', 'page', 'item', 'archived']);

/** What shops sell: the catalogues of media partners, from which bookings of sponsored products choose. */
export function ProductListPage() {
  const { values, change, ...list } = useProducts();
  const brandName = useNames(
    brands,
    (list.rows ?? []).map(({ brandId }) => brandId),
  );
  const partner = numberOf(values['partner'], 0);
  const isFiltered = Object.keys(values).some((name) => !noFilters.has(name));
  const close = () => change({ item: undefined, page: values['page'] });
  return (
    <Page
      title="Products"
      mark={<BetaBadge />}
      lead="What shops sell. Bookings of sponsored products show them to who searches, or browses their category."
      actions={<Actions change={change} />}
    >
      <ProductTabs />
      <Filters values={values} change={change} />
      <ListTable
        caption="Products"
        list={list}
        columns={columnsOf(brandName)}
        empty={isFiltered ? <NothingFits /> : <NoProducts />}
      />
      {values['item'] === 'new' && <ProductDrawer id={null} close={close} />}
      {values['item'] === 'import' && <ImportDialog mediaPartnerId={partner === 0 ? null : partner} close={close} />}
    </Page>
  );
}

function useProducts() {
  return useList({
    noun: 'products',
    sort: 'name' as NonNullable<Query['sort']>,
    filtersOf: (values) => {
      const brandIds = listOf(values['brand']).map(Number);
      const partner = numberOf(values['partner'], 0);
      const availability = listOf(values['availability']) as NonNullable<Query['availability']>;
      return {
        ...(brandIds.length === 0 ? {} : { brandId: brandIds }),
        ...(partner === 0 ? {} : { mediaPartnerId: [partner] }),
        ...(availability.length === 0 ? {} : { availability }),
        ...includeArchivedFilter(values),
      };
    },
    fetch: (query) => listProducts({ client, query }),
  });
}

function Actions({ change }: { readonly change: Change }) {
  const me = useMe();
  if (!me.may('products:write')) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => change({ item: 'import' })}>
        Import a feed
      </Button>
      <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
        New product
      </Button>
    </>
  );
}

function Filters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const me = useMe();
  const address = { values, change };
  return (
    <FilterBar>
      <SearchFilter label="Find products" {...address} />
      {hasFullReach(me) && (
        <ReferenceFilter name="partner" label="Media partner" source={partners} width={180} {...address} />
      )}
      <ReferencesFilter name="brand" label="Brand" source={brands} width={170} {...address} />
      <MultiSelectFilter
        name="availability"
        label="Availability"
        any="Any availability"
        options={availabilities}
        width={170}
        {...address}
      />
      <IncludeArchivedSwitch values={values} change={change} />
    </FilterBar>
  );
}

function columnsOf(brandName: (id: number) => string): readonly TableColumn<Product>[] {
  return [
    {
      key: 'picture',
      title: 'Picture',
      isPicture: true,
      render: ({ imageUrl }) => <Thumbnail kind="product" url={imageUrl} />,
    },
    {
      key: 'name',
      title: 'Product',
      sort: 'name',
      render: ({ id, name, archivedAt }) => (
        <Group gap="xs">
          <TextLink to={`/products/${id}`} fz="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </TextLink>
          {archivedAt !== null && <ArchivedBadge />}
        </Group>
      ),
    },
    { key: 'sku', title: 'Id in the shop', render: ({ sku }) => sku },
    { key: 'brand', title: 'Brand', sort: 'brandId', render: ({ brandId }) => brandName(brandId) },
    { key: 'category', title: 'Category', render: ({ category }) => category ?? '–' },
    { key: 'price', title: 'Price', align: 'end', nowrap: true, render: priceText },
    {
      key: 'availability',
      title: 'Availability',
      nowrap: true,
      render: ({ availability }) => <ToneBadge {...availabilityLabels[availability]} />,
    },
    { key: 'changed', title: 'Last changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} /> },
  ];
}

function NothingFits() {
  return (
    <EmptyState icon="filter" title="No product fits these filters">
      <TextLink to="/products">Show all products</TextLink>
    </EmptyState>
  );
}

function NoProducts() {
  const me = useMe();
  return (
    <EmptyState icon="product" title="No products yet">
      {me.may('products:write')
        ? 'A catalogue is all products of one media partner. Import a feed as shops write it for Google, as XML, CSV or JSON Lines; or add products one by one.'
        : 'Products come here by the feeds of shops. Ad operations take them in.'}
    </EmptyState>
  );
}
