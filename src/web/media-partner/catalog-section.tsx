import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listProductImports, listProducts } from '../../client/generated/sdk.gen.ts';
import type { MediaPartner } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';

import { BetaBadge } from '../ui/display/badges.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

/** The number of products of a media partner and its last import. */
export function CatalogSection({ partner: { id, name, archivedAt } }: { readonly partner: MediaPartner }) {
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
      title={t('mediaPartner.title.catalog')}
      lead={t('mediaPartner.text.catalog')}
      actions={
        <>
          <BetaBadge />
          {mayWrite && archivedAt === null && (
            <ButtonLink to="/products" search={{ partner: String(id), item: 'import' }} variant="default">
              {t('mediaPartner.action.importFeed')}
            </ButtonLink>
          )}
          <ButtonLink to="/products" search={{ partner: String(id) }} variant="default">
            {t('mediaPartner.action.viewProducts')}
          </ButtonLink>
        </>
      }
    >
      <Paper>
        {products.error !== null && <ProblemAlert error={products.error} retry={() => void products.refetch()} />}
        {products.isLoading && <Skeleton height={20} />}
        {products.data !== undefined && (
          <Text fz="sm">
            {products.data.total === 0
              ? t('mediaPartner.text.noProducts', { name })
              : t('mediaPartner.text.products', { count: products.data.total })}{' '}
            {last !== undefined && (
              <RichText
                id={last.status === 'refused' ? 'mediaPartner.text.lastImportRejected' : 'mediaPartner.text.lastImport'}
                values={{ file: last.fileName, time: <Instant at={last.finishedAt} /> }}
              />
            )}
          </Text>
        )}
      </Paper>
    </Section>
  );
}
