import { ActionIcon, Button, Checkbox, Group, Paper, ScrollArea, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProducts } from '../../client/generated/sdk.gen.ts';
import type { Product } from '../../client/generated/types.gen.ts';
import { maxProductsPerBooking } from '../../core/vocabulary/limits/booking-limits.ts';
import { client, listDataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';

import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DebouncedSearch } from '../ui/list/debounced-search.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { availabilityBadge, priceText } from './product-labels.ts';
import { productsQuery } from './product-resource.ts';

const resultLimit = 20;

type PickerProps = {
  /** Brands of the selectable products. */
  readonly brandIds: readonly number[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
};

/** Selects products by name or shop product ID, one by one or all results at once. */
export function ProductPicker({ brandIds, chosen, onChange }: PickerProps) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['products', 'picker', search, ...brandIds],
    queryFn: () =>
      listDataOf(
        listProducts({
          client,
          query: { brandId: [...brandIds], limit: resultLimit, sort: 'name', ...(search === '' ? {} : { search }) },
        }),
      ),
    enabled: brandIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  const add = (ids: readonly number[]) => onChange([...new Set([...chosen, ...ids])].slice(0, maxProductsPerBooking));
  const isFull = chosen.length >= maxProductsPerBooking;
  const others = rows.filter(({ id }) => !chosen.includes(id));
  return (
    <Stack gap="xs">
      <ChosenProducts ids={chosen} onRemove={(id) => onChange(chosen.filter((chosenId) => chosenId !== id))} />
      <Group gap="xs">
        <DebouncedSearch label={t('product.label.search')} value={search} onChange={setSearch} />
        {others.length > 1 && !isFull && (
          <Button variant="default" onClick={() => add(others.map(({ id }) => id))}>
            {t('product.action.addShown', { count: others.length })}
          </Button>
        )}
      </Group>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <ScrollArea.Autosize
            mah={280}
            type="auto"
            viewportProps={{ tabIndex: 0, 'aria-label': t('product.label.foundProducts') }}
          >
            <Stack
              gap={4}
              component="ul"
              m={0}
              p={0}
              aria-label={t('product.label.foundProducts')}
              style={{ listStyle: 'none' }}
            >
              {rows.map((product) => (
                <li key={product.id}>
                  <Checkbox
                    checked={chosen.includes(product.id)}
                    disabled={isFull && !chosen.includes(product.id)}
                    onChange={({ currentTarget: { checked } }) =>
                      checked ? add([product.id]) : onChange(chosen.filter((id) => id !== product.id))
                    }
                    label={<ProductLine product={product} />}
                    styles={{ body: { alignItems: 'center' } }}
                  />
                </li>
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Text fz="xs" c="dimmed" aria-live="polite">
            {foundText(rows.length, data.total)}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** The selected products with their current availability. */
function ChosenProducts({
  ids,
  onRemove,
}: {
  readonly ids: readonly number[];
  readonly onRemove: (id: number) => void;
}) {
  const { data = [] } = useQuery({ ...productsQuery(ids), placeholderData: keepPreviousData });
  const productOf = new Map(data.map((product) => [product.id, product]));
  if (ids.length === 0) return null;
  return (
    <Paper p="xs">
      <Stack
        gap={6}
        component="ul"
        m={0}
        p={0}
        aria-label={t('product.label.selectedProducts')}
        style={{ listStyle: 'none' }}
      >
        {ids.map((id) => {
          const product = productOf.get(id);
          return (
            <Group key={id} component="li" gap="xs" wrap="nowrap" justify="space-between">
              {product === undefined ? <Text fz="sm">#{id}</Text> : <ProductLine product={product} isLink />}
              <ActionIcon
                color="gray"
                aria-label={t('product.action.remove', { name: product?.name ?? `#${id}` })}
                onClick={() => onRemove(id)}
              >
                <Icon name="remove" />
              </ActionIcon>
            </Group>
          );
        })}
      </Stack>
    </Paper>
  );
}

function ProductLine({ product, isLink = false }: { readonly product: Product; readonly isLink?: boolean }) {
  const { id, name, sku, imageUrl, availability, archivedAt } = product;
  return (
    <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
      <Thumbnail kind="product" url={imageUrl} />
      <div style={{ minWidth: 0 }}>
        {isLink ? (
          <TextLink to={`/products/${id}`} fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </TextLink>
        ) : (
          <Text fz="sm" component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        )}
        <Group gap={6} component="span">
          <Text fz="xs" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
            {[sku, priceText(product)].join(' · ')}
          </Text>
          {archivedAt !== null && <ArchivedBadge />}
          {archivedAt === null && availability !== 'in_stock' && <ToneBadge {...availabilityBadge(availability)} />}
        </Group>
      </div>
    </Group>
  );
}

function foundText(shown: number, total: number): string {
  if (total === 0) return t('product.text.noneFound');
  if (shown === total) return t('product.text.found', { count: total });
  return t('product.text.firstFound', { shown, total });
}
