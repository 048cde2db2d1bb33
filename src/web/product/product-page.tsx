import { Anchor, Button, Grid, Paper } from '@mantine/core';
import type { Product } from '../../client/generated/types.gen.ts';
import { dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { History } from '../audit/history.tsx';
import { FavoriteButton } from '../favorite/favorite-button.tsx';
import { t } from '../i18n/t.ts';
import { moneyText } from '../labels/figures.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { UnarchiveButton } from '../ui/action/unarchive-button.tsx';
import { useChange } from '../ui/action/use-change.ts';
import { ArchivedBadge, BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { ObjectPage } from '../ui/page/object-page.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ProductBookings } from './product-bookings.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { availabilityBadge } from './product-labels.ts';
import { productClient } from './product-resource.ts';

const brands = brandChoices();

/** One product: its facts and the bookings that show it. */
export function ProductPage() {
  return (
    <ObjectPage resource={productClient}>{(product, etag) => <ProductView product={product} etag={etag} />}</ObjectPage>
  );
}

function ProductView({ product, etag }: { readonly product: Product; readonly etag: string }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, sku, brandId, link, imageUrl, category, price, salePrice, externalId } = product;
  const brandName = useNames(brands, [brandId]);
  return (
    <Page
      title={name}
      tool={<FavoriteButton kind="products" object={product} />}
      mark={<Marks product={product} />}
      lead={t('product.text.productOf', { sku, brand: brandName(brandId) })}
      crumbs={[{ text: t('product.title.list'), to: '/products' }]}
      actions={
        me.may('products:write') && <Actions product={product} etag={etag} edit={() => change({ item: 'edit' })} />
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
          <Paper p={0} style={{ overflow: 'hidden' }}>
            <Thumbnail kind="product" url={imageUrl} size="large" />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>
          <Facts
            facts={[
              { name: t('product.label.brand'), value: brandName(brandId) },
              { name: t('product.label.sku'), value: sku },
              { name: t('product.label.category'), value: category ?? '–' },
              { name: t('product.label.price'), value: moneyText(price) },
              { name: t('product.label.salePrice'), value: moneyText(salePrice) },
              { name: t('product.label.link'), value: <ShopLink url={link} /> },
              { name: t('product.label.image'), value: imageUrl === null ? '–' : <ShopLink url={imageUrl} /> },
              { name: t('common.label.externalId'), value: externalId ?? '–' },
              { name: t('common.label.updated'), value: <Instant at={product.updatedAt} /> },
            ]}
          />
        </Grid.Col>
      </Grid>
      <ProductBookings productId={id} />
      {me.may('audit:read') && <History kind="products" objectId={id} />}
      {values['item'] === 'edit' && <ProductDrawer id={id} close={() => change({ item: undefined })} />}
    </Page>
  );
}

function Marks({ product: { archivedAt, availability } }: { readonly product: Product }) {
  return (
    <>
      {archivedAt === null ? <ToneBadge {...availabilityBadge(availability)} /> : <ArchivedBadge />}
      <BetaBadge />
    </>
  );
}

/** Buttons that change the availability with one press, the most frequent change. */
function Actions({
  product: { id, availability, archivedAt },
  etag,
  edit,
}: {
  readonly product: Product;
  readonly etag: string;
  readonly edit: () => void;
}) {
  const isOutOfStock = availability === 'out_of_stock';
  const stock = useChange({
    nouns: [productClient.noun, ...(productClient.touches ?? [])],
    change: () => dataOf(productClient.patch(id, { availability: isOutOfStock ? 'in_stock' : 'out_of_stock' }, etag)),
    done: isOutOfStock ? t('product.text.inStock') : t('product.text.outOfStock'),
  });
  if (archivedAt !== null) return <UnarchiveButton resource={productClient} id={id} />;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={isOutOfStock ? 'resume' : 'pause'} />}
        loading={stock.isPending}
        onClick={() => stock.mutate(undefined)}
      >
        {isOutOfStock ? t('product.action.markInStock') : t('product.action.markOutOfStock')}
      </Button>
      <Button variant="default" leftSection={<Icon name="edit" />} onClick={edit}>
        {t('common.action.edit')}
      </Button>
    </>
  );
}

function ShopLink({ url }: { readonly url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  );
}
