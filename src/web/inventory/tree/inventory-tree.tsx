/*
 * The tree of inventory.
 *
 * - `inventory-tree.tsx`: the tree. `publication-node.tsx`, `location-node.tsx`, `position-rows.tsx`: its levels.
 * - `tree-row.tsx`, `tree-note.tsx`: a row and a note. `inventory-matches.tsx`: search results.
 */

import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listPublications, listPublishers } from '../../../client/generated/sdk.gen.ts';
import type { Publication, Publisher } from '../../../client/generated/types.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import classes from './inventory-tree.module.css';
import { PublicationNode } from './publication-node.tsx';
import { TreeRow } from './tree-row.tsx';

/** The maximum of one request. Larger trees are searched instead. */
const page = { limit: 500, sort: 'name' as const };
/** Most publications that are expanded initially. */
const maxExpandedPublications = 8;

type NodeProps = { readonly open: (item: string) => void };

/** Publishers with their publications, locations and positions. Collapsed nodes are not loaded. */
export function InventoryTree({ open }: NodeProps) {
  const publishers = useQuery({
    queryKey: ['publishers', 'tree'],
    queryFn: () => listDataOf(listPublishers({ client, query: page })),
  });
  const publications = useQuery({
    queryKey: ['publications', 'tree'],
    queryFn: () => listDataOf(listPublications({ client, query: page })),
  });
  const error = publishers.error ?? publications.error;
  if (error !== null) return <ProblemAlert error={error} retry={() => void publishers.refetch()} />;
  if (publishers.data === undefined || publications.data === undefined) return <Loading />;
  const all = { publishers: publishers.data.rows, publications: publications.data.rows };
  if (all.publishers.length === 0) return <NoInventory open={open} />;
  const known = new Set(all.publishers.map(({ id }) => id));
  const roots = all.publishers.filter(({ parentId }) => parentId === null || !known.has(parentId));
  return (
    <Paper p={0} mt="sm" component="ul" className={classes.tree} aria-label={t('inventory.label.inventory')}>
      {roots.map((publisher) => (
        <PublisherNode key={publisher.id} publisher={publisher} all={all} depth={0} open={open} />
      ))}
    </Paper>
  );
}

type All = { readonly publishers: readonly Publisher[]; readonly publications: readonly Publication[] };

function PublisherNode(
  props: NodeProps & { readonly publisher: Publisher; readonly all: All; readonly depth: number },
) {
  const { publisher, all, depth, open } = props;
  const me = useMe();
  const subsidiaries = all.publishers.filter(({ parentId }) => parentId === publisher.id);
  const publications = all.publications.filter(({ publisherId }) => publisherId === publisher.id);
  const { id, name } = publisher;
  return (
    <TreeRow
      depth={depth}
      icon="partner"
      name={name}
      onOpen={() => open(`publisher-${id}`)}
      isEmpty={subsidiaries.length + publications.length === 0}
      isOpenAtFirst
      add={
        me.may('inventory:write')
          ? {
              text: t('inventory.action.addPublication'),
              label: t('inventory.action.addPublicationTo', { name }),
              onAdd: () => open(`new-publication-${id}`),
            }
          : undefined
      }
    >
      {subsidiaries.map((child) => (
        <PublisherNode key={child.id} {...props} publisher={child} depth={depth + 1} />
      ))}
      {publications.map((publication) => (
        <PublicationNode
          key={publication.id}
          publication={publication}
          depth={depth + 1}
          isOpenAtFirst={all.publications.length <= maxExpandedPublications}
          open={open}
        />
      ))}
    </TreeRow>
  );
}

function NoInventory({ open }: NodeProps) {
  const me = useMe();
  return (
    <EmptyState
      icon="inventory"
      title={t('inventory.title.noInventory')}
      action={
        me.may('inventory:write') && (
          <Button onClick={() => open('new-publisher')}>{t('inventory.action.newPublisher')}</Button>
        )
      }
    >
      {t('inventory.text.noInventory')}
    </EmptyState>
  );
}

function Loading() {
  return (
    <Stack gap="xs" mt="sm" role="status" aria-label={t('common.text.loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={34} />
      ))}
    </Stack>
  );
}
