import { Anchor, Button, Grid, Paper } from '@mantine/core';
import type { Product } from '../../client/generated/types.gen.ts';
import { dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { History } from '../audit/history.tsx';
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
import { availabilityLabels } from './product-labels.ts';
import { productClient } from './product-resource.ts';

const brands = brandChoices();

/** One product: what its shop says of it, and which bookings show it. */
export function ProductPage() {
  return <ObjectPage resource={productClient}>{(product, etag) => <Shown product={product} etag={etag} />}</ObjectPage>;
}

function Shown({ product, etag }: { readonly product: Product; readonly etag: string }) {
  const me = useMe();
  const [values, change] = useAddress();
  const { id, name, sku, brandId, link, imageUrl, category, price, salePrice, externalId } = product;
  const brandName = useNames(brands, [brandId]);
  return (
    <Page
      title={name}
      mark={<Marks product={product} />}
      lead={`Product ${sku} of ${brandName(brandId)}`}
      crumbs={[{ text: 'Products', to: '/products' }]}
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
              { name: 'Brand', value: brandName(brandId) },
              { name: 'Id in the shop', value: sku },
              { name: 'Category', value: category ?? '–' },
              { name: 'Price', value: moneyText(price) },
              { name: 'Sale price', value: moneyText(salePrice) },
              { name: 'Page in the shop', value: <Address url={link} /> },
              { name: 'Picture', value: imageUrl === null ? '–' : <Address url={imageUrl} /> },
              { name: 'External id', value: externalId ?? '–' },
              { name: 'Last changed', value: <Instant at={product.updatedAt} /> },
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
      {archivedAt === null ? <ToneBadge {...availabilityLabels[availability]} /> : <ArchivedBadge />}
      <BetaBadge />
    </>
  );
}

/** What can be done with it: the stock is changed most often, and by one press. */
function Actions({
  product: { id, name, availability, archivedAt },
  etag,
  edit,
}: {
  readonly product: Product;
  readonly etag: string;
  readonly edit: () => void;
}) {
  const isSoldOut = availability === 'out_of_stock';
  const stock = useChange({
    nouns: [productClient.noun, ...(productClient.touches ?? [])],
    change: () => dataOf(productClient.patch(id, { availability: isSoldOut ? 'in_stock' : 'out_of_stock' }, etag)),
    done: isSoldOut ? `${name} is in stock again.` : `${name} is sold out.`,
  });
  if (archivedAt !== null) return <UnarchiveButton resource={productClient} id={id} />;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={isSoldOut ? 'resume' : 'pause'} />}
        loading={stock.isPending}
        onClick={() => stock.mutate(undefined)}
      >
        {isSoldOut ? 'In stock again' : 'Sold out'}
      </Button>
      <Button variant="default" leftSection={<Icon name="edit" />} onClick={edit}>
        Edit
      </Button>
    </>
  );
}

function Address({ url }: { readonly url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  );
}
