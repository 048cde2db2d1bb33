import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking, Product } from '../../client/generated/types.gen.ts';
import { type Keyword, keywordMatches } from '../../core/vocabulary/keyword.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { availabilityBadge, priceText } from '../product/product-labels.ts';
import { productsQuery } from '../product/product-resource.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import type { Sponsored } from './model/sponsored-values.ts';

type Row = { readonly id: number; readonly adId: number | undefined; readonly product: Product | undefined };

/** Sponsored products of a booking with their current state, and its keywords, categories and pages. */
export function SponsoredView({ booking, sponsored }: { readonly booking: Booking; readonly sponsored: Sponsored }) {
  const me = useMe();
  const query = productsQuery(sponsored.products);
  const { data = [] } = useQuery({ ...query, enabled: query.enabled && me.may('products:read') });
  const productOf = new Map(data.map((product) => [product.id, product]));
  const adOf = new Map(booking.creatives.map(({ productId, adId }) => [productId, adId]));
  return (
    <Stack gap="sm">
      <DataTable
        caption={t('booking.title.productsOfBooking')}
        columns={columnsOf()}
        rows={sponsored.products.map((id): Row => ({ id, adId: adOf.get(id), product: productOf.get(id) }))}
        rowKey={({ id }) => id}
      />
      <Paper>
        <Terms sponsored={sponsored} />
      </Paper>
    </Stack>
  );
}

function columnsOf(): readonly TableColumn<Row>[] {
  return [
    {
      key: 'picture',
      title: t('booking.label.image'),
      isPicture: true,
      render: ({ product }) => <Thumbnail kind="product" url={product?.imageUrl ?? null} />,
    },
    {
      key: 'name',
      title: t('booking.label.product'),
      render: ({ id, product }) => (
        <TextLink to={`/products/${id}`} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {product?.name ?? `#${id}`}
        </TextLink>
      ),
    },
    { key: 'sku', title: t('booking.label.sku'), render: ({ product }) => product?.sku },
    {
      key: 'price',
      title: t('booking.label.price'),
      align: 'end',
      nowrap: true,
      render: ({ product }) => product && priceText(product),
    },
    {
      key: 'state',
      title: t('booking.label.availability'),
      nowrap: true,
      render: ({ product }) => product && <Availability product={product} />,
    },
    { key: 'ad', title: t('booking.label.adId'), align: 'end', render: ({ adId }) => adId },
  ];
}

function Availability({ product }: { readonly product: Product }) {
  return product.archivedAt === null ? <ToneBadge {...availabilityBadge(product.availability)} /> : <ArchivedBadge />;
}

function Terms({ sponsored }: { readonly sponsored: Sponsored }) {
  const { keywords, negativeKeywords, categories, productPages } = sponsored;
  if (keywords.length + negativeKeywords.length + categories.length + productPages.length === 0) {
    return <Text fz="sm">{t('booking.hint.noKeywords')}</Text>;
  }
  return (
    <Stack gap="sm" component="dl" m={0}>
      <Keywords group="keywordGroup" keywords={keywords} />
      <Keywords group="negativeKeywordGroup" keywords={negativeKeywords} />
      <Listed name={t('booking.label.categories')} texts={categories} />
      <Listed name={t('booking.label.productPages')} texts={productPages} />
    </Stack>
  );
}

function Listed({ name, texts }: { readonly name: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <Text component="dt" fz="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {texts.join('; ')}
      </Text>
    </div>
  );
}

/** Keywords, grouped by match type. */
function Keywords({
  group,
  keywords,
}: {
  readonly group: 'keywordGroup' | 'negativeKeywordGroup';
  readonly keywords: readonly Keyword[];
}) {
  return keywordMatches.map((match) => {
    const texts = keywords.filter((keyword) => keyword.match === match).map(({ text }) => text);
    if (texts.length === 0) return null;
    return (
      <div key={match}>
        <Text component="dt" fz="xs" c="dimmed">
          {t(`booking.${group}.${match}`)}
        </Text>
        <Group component="dd" m={0} gap="sm" fz="sm" mah={200} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
          {texts.join(', ')}
        </Group>
      </div>
    );
  });
}
