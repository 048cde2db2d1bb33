import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listProductImports, listProducts } from '../../client/generated/sdk.gen.ts';
import type { MediaPartner } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { countWithNoun } from '../labels/figures.ts';
import { BetaBadge } from '../ui/display/badges.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** How many products a media partner sells, and when its last feed came. */
export function CatalogueSection({ partner: { id, name, archivedAt } }: { readonly partner: MediaPartner }) {
  const me = useMe();
  const mayWrite = me.may('products:write');
  const products = useQuery({
    queryKey: ['products', 'count', id],
    queryFn: () => listDataOf(listProducts({ client, query: { mediaPartnerId: [id], limit: 1 } })),
  });
  const imports = useQuery({
    queryKey: ['product-imports', 'last', id],
    queryFn: () => listDataOf(listProductImports({ client, query: { mediaPartnerId: id, limit: 1 } })),
    enabled: mayWrite,
  });
  const [last] = imports.data?.rows ?? [];
  return (
    <Section
      title="Catalogue"
      lead="What it sells: bookings of sponsored products show it."
      actions={
        <>
          <BetaBadge />
          {mayWrite && archivedAt === null && (
            <ButtonLink to="/products" search={{ partner: String(id), item: 'import' }} variant="default">
              Import a feed
            </ButtonLink>
          )}
          <ButtonLink to="/products" search={{ partner: String(id) }} variant="default">
            Its products
          </ButtonLink>
        </>
      }
    >
      <Paper>
        {products.error !== null && <ProblemAlert error={products.error} again={() => void products.refetch()} />}
        {products.isLoading && <Skeleton height={20} />}
        {products.data !== undefined && (
          <Text fz="sm">
            {products.data.total === 0
              ? `There is no product of ${name} yet.`
              : `${countWithNoun(products.data.total, 'product')}.`}{' '}
            {last !== undefined && (
              <>
                Last feed: {last.fileName}, <Instant at={last.finishedAt} />
                {last.status === 'refused' && ', refused'}.
              </>
            )}
          </Text>
        )}
      </Paper>
    </Section>
  );
}
