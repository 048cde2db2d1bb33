import { Button, Group } from '@mantine/core';
import { listProducts } from '../../client/generated/sdk.gen.ts';
import type { ListProductsData, Product } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ArchivedBadge, BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { MultiSelectFilter, ReferenceFilter, ReferencesFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, numberOf } from '../ui/page/use-address.ts';
import { ShortInstant } from '../ui/time/short-instant.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { availabilityBadge, availabilityOptions, priceText } from './product-labels.ts';
import { ProductTabs } from './product-tabs.tsx';

type Query = NonNullable<ListProductsData['query']>;
type Values = Readonly<Record<string, string | undefined>>;
type Change = (changes: Values) => void;

const brands = brandChoices();
const partners = partnerChoices();

const filterNames = ['partner', 'brand', 'availability', 'archived'];
/** Parameters of the URL that are not filters. */
const noFilters = new Set(['sort', 'page', 'item', 'archived']);

/** The product catalogs of media partners. Bookings of sponsored products select from them. */
export function ProductListPage() {
  const { values, change, ...list } = useProducts();
  const brandName = useNames(
    brands,
    (list.rows ?? []).map(({ brandId }) => brandId),
  );
  const mayWrite = useMe().may('products:write');
  const partner = numberOf(values['partner'], 0);
  const isFiltered = Object.keys(values).some((name) => !noFilters.has(name));
  const close = () => change({ item: undefined, page: values['page'] });
  return (
    <Page
      title={t('product.title.list')}
      mark={<BetaBadge />}
      lead={t('product.text.list')}
      actions={
        mayWrite && (
          <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => change({ item: 'import' })}>
            {t('product.action.importFeed')}
          </Button>
        )
      }
      primary={
        mayWrite && (
          <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
            {t('product.action.new')}
          </Button>
        )
      }
    >
      <ProductTabs />
      <Filters values={values} change={change} />
      <ListTable
        caption={t('product.title.list')}
        list={list}
        columns={columnsOf(brandName)}
        empty={isFiltered ? <NoMatch /> : <NoProducts />}
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

function Filters({ values, change }: { readonly values: Values; readonly change: Change }) {
  const me = useMe();
  const address = { values, change };
  return (
    <FilterBar collapsed={{ values, names: filterNames }}>
      <SearchFilter label={t('product.label.search')} {...address} />
      {hasFullReach(me) && (
        <ReferenceFilter
          name="partner"
          label={t('product.label.mediaPartner')}
          any={t('product.label.anyMediaPartner')}
          source={partners}
          width={180}
          {...address}
        />
      )}
      <ReferencesFilter
        name="brand"
        label={t('product.label.brand')}
        any={t('common.label.anyBrand')}
        source={brands}
        width={170}
        {...address}
      />
      <MultiSelectFilter
        name="availability"
        label={t('product.label.availability')}
        any={t('product.label.anyAvailability')}
        options={availabilityOptions()}
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
      title: t('product.label.picture'),
      isPicture: true,
      render: ({ imageUrl }) => <Thumbnail kind="product" url={imageUrl} />,
    },
    {
      key: 'name',
      title: t('product.label.product'),
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
    { key: 'sku', phone: 'hidden', title: t('product.label.sku'), render: ({ sku }) => sku },
    {
      key: 'brand',
      phone: 'value',
      title: t('product.label.brand'),
      sort: 'brandId',
      render: ({ brandId }) => brandName(brandId),
    },
    { key: 'category', phone: 'hidden', title: t('product.label.category'), render: ({ category }) => category },
    {
      key: 'price',
      phone: 'value',
      title: t('product.label.price'),
      align: 'end',
      nowrap: true,
      render: priceText,
    },
    {
      key: 'availability',
      phone: 'mark',
      title: t('product.label.availability'),
      nowrap: true,
      render: ({ availability }) => <ToneBadge {...availabilityBadge(availability)} />,
    },
    {
      key: 'changed',
      phone: 'hidden',
      title: t('common.label.updated'),
      sort: 'updatedAt',
      render: ({ updatedAt }) => <ShortInstant at={updatedAt} />,
    },
  ];
}

function NoMatch() {
  return (
    <EmptyState icon="filter" title={t('product.title.noMatch')}>
      <TextLink to="/products">{t('product.action.showAll')}</TextLink>
    </EmptyState>
  );
}

function NoProducts() {
  const me = useMe();
  return (
    <EmptyState icon="product" title={t('product.title.noProducts')}>
      {t(me.may('products:write') ? 'product.text.noProducts' : 'product.text.noProductsReadOnly')}
    </EmptyState>
  );
}
