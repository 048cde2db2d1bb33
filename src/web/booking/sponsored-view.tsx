import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking, Product } from '../../client/generated/types.gen.ts';
import { type Keyword, keywordMatches } from '../../core/words/keyword.ts';
import { useMe } from '../api/use-me.ts';
import { availabilityBadge, priceText } from '../product/product-labels.ts';
import { productsQuery } from '../product/product-resource.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { keywordMatchLabels } from './model/keyword-labels.ts';
import type { Sponsored } from './model/sponsored-values.ts';

type Row = { readonly id: number; readonly adId: number | undefined; readonly product: Product | undefined };

/** What a booking sponsors: its products as they stand now, and the searches and pages that it is for. */
export function SponsoredView({ booking, sponsored }: { readonly booking: Booking; readonly sponsored: Sponsored }) {
  const me = useMe();
  const query = productsQuery(sponsored.products);
  const { data = [] } = useQuery({ ...query, enabled: query.enabled && me.may('products:read') });
  const productOf = new Map(data.map((product) => [product.id, product]));
  const adOf = new Map(booking.creatives.map(({ productId, adId }) => [productId, adId]));
  return (
    <Stack gap="sm">
      <DataTable
        caption="Products of the booking"
        columns={columns}
        rows={sponsored.products.map((id): Row => ({ id, adId: adOf.get(id), product: productOf.get(id) }))}
        rowKey={({ id }) => id}
      />
      <Paper>
        <Terms sponsored={sponsored} />
      </Paper>
    </Stack>
  );
}

const columns: readonly TableColumn<Row>[] = [
  {
    key: 'picture',
    title: 'Picture',
    isPicture: true,
    render: ({ product }) => <Thumbnail kind="product" url={product?.imageUrl ?? null} />,
  },
  {
    key: 'name',
    title: 'Product',
    render: ({ id, product }) => (
      <TextLink to={`/products/${id}`} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {product?.name ?? `#${id}`}
      </TextLink>
    ),
  },
  { key: 'sku', title: 'Id in the shop', render: ({ product }) => product?.sku ?? '–' },
  { key: 'price', title: 'Price', align: 'end', nowrap: true, render: ({ product }) => product && priceText(product) },
  { key: 'state', title: 'Availability', nowrap: true, render: ({ product }) => <Standing product={product} /> },
  { key: 'ad', title: 'Ad', align: 'end', render: ({ adId }) => adId ?? '–' },
];

function Standing({ product }: { readonly product: Product | undefined }) {
  if (product === undefined) return '–';
  return product.archivedAt === null ? <ToneBadge {...availabilityBadge(product.availability)} /> : <ArchivedBadge />;
}

function Terms({ sponsored }: { readonly sponsored: Sponsored }) {
  const { keywords, negativeKeywords, categories, productPages } = sponsored;
  if (keywords.length + negativeKeywords.length + categories.length + productPages.length === 0) {
    return <Text fz="sm">It is shown whatever is searched for.</Text>;
  }
  return (
    <Stack gap="sm" component="dl" m={0}>
      <Keywords name="Keywords" keywords={keywords} />
      <Keywords name="Negative keywords" keywords={negativeKeywords} />
      <Listed name="Categories, and all below them" texts={categories} />
      <Listed name="Pages of products" texts={productPages} />
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

/** Keywords by how they match. */
function Keywords({ name, keywords }: { readonly name: string; readonly keywords: readonly Keyword[] }) {
  return keywordMatches.map((match) => {
    const texts = keywords.filter((keyword) => keyword.match === match).map(({ text }) => text);
    if (texts.length === 0) return null;
    const { text, means } = keywordMatchLabels[match];
    return (
      <div key={match}>
        <Text component="dt" fz="xs" c="dimmed">
          {name}, {text.toLowerCase()}: {means}
        </Text>
        <Group component="dd" m={0} gap="sm" fz="sm" mah={200} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
          {texts.join(', ')}
        </Group>
      </div>
    );
  });
}
