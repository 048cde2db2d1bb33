import { Group, Paper, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listLocations, listPositions, listPublications, listPublishers } from '../../../client/generated/sdk.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { useNames } from '../../api/use-names.ts';
import { t } from '../../i18n/t.ts';
import { countText } from '../../labels/figures.ts';
import type { IconName } from '../../ui/display/icon.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { locationChoices, publicationChoices, publisherChoices } from '../model/inventory-choices.ts';
import classes from './inventory-tree.module.css';
import { TreeName } from './tree-row.tsx';

const limit = 50;

type Match = {
  readonly item: string;
  readonly name: string;
  readonly icon: IconName;
  readonly facts: readonly string[];
};
type Found = { readonly title: string; readonly total: number; readonly matches: readonly Match[] };

/** The inventory whose names contain a search text. */
export function InventoryMatches({
  search,
  includeArchived,
  open,
}: {
  readonly search: string;
  readonly includeArchived: boolean;
  readonly open: (item: string) => void;
}) {
  const { found, error, isPending } = useMatches(search, includeArchived);
  if (error !== null) return <ProblemAlert error={error} />;
  if (isPending) return null;
  const sections = found.filter(({ total }) => total > 0);
  if (sections.length === 0)
    return (
      <EmptyState icon="search" title={t('inventory.title.noResults', { search })}>
        {t('inventory.text.searchScope')}
      </EmptyState>
    );
  return sections.map(({ title, total, matches }) => (
    <Paper key={title} p={0} mt="sm">
      <Group px="md" py="xs" gap="xs">
        <Title order={2} fz="sm">
          {title}
        </Title>
        <Text fz="xs" c="dimmed">
          {total > limit ? t('inventory.text.firstOf', { shown: limit, total }) : countText(total)}
        </Text>
      </Group>
      <ul className={classes.branch}>
        {matches.map(({ item, name, icon, facts }) => (
          <li key={item}>
            <div className={classes.row}>
              <TreeName name={name} icon={icon} onOpen={() => open(item)} />
              <span className={classes.fact}>{facts.join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  ));
}

function useMatches(search: string, includeArchived: boolean) {
  const archived = includeArchived ? { includeArchived: 'true' as const } : {};
  const query = { search, limit, sort: 'name' as const, ...archived };
  const { data, error, isPending } = useQuery({
    queryKey: ['positions', 'matches', query],
    queryFn: async () => {
      const [positions, locations, publications, publishers] = await Promise.all([
        listDataOf(listPositions({ client, query })),
        listDataOf(listLocations({ client, query })),
        listDataOf(listPublications({ client, query })),
        listDataOf(listPublishers({ client, query })),
      ]);
      return { positions, locations, publications, publishers };
    },
    placeholderData: keepPreviousData,
  });
  const locationName = useNames(locationChoices, data?.positions.rows.map(({ locationId }) => locationId) ?? []);
  const publicationName = useNames(publicationChoices, data?.locations.rows.map((row) => row.publicationId) ?? []);
  const publisherName = useNames(publisherChoices, data?.publications.rows.map((row) => row.publisherId) ?? []);
  if (data === undefined) return { found: [], error, isPending };
  const { positions, locations, publications, publishers } = data;
  const found: readonly Found[] = [
    section(t('inventory.label.positions'), positions, ({ id, name, locationId }) => ({
      item: `position-${id}`,
      name,
      icon: 'position',
      facts: [locationName(locationId)],
    })),
    section(t('inventory.label.locations'), locations, ({ id, name, code, publicationId }) => ({
      item: `location-${id}`,
      name,
      icon: 'page',
      facts: [code, publicationName(publicationId)],
    })),
    section(t('inventory.label.publications'), publications, ({ id, name, publisherId }) => ({
      item: `publication-${id}`,
      name,
      icon: 'inventory',
      facts: [publisherName(publisherId)],
    })),
    section(t('inventory.label.publishers'), publishers, ({ id, name }) => ({
      item: `publisher-${id}`,
      name,
      icon: 'partner',
      facts: [],
    })),
  ];
  return { found, error, isPending };
}

function section<Row extends { readonly archivedAt: string | null }>(
  title: string,
  list: { readonly rows: readonly Row[]; readonly total: number },
  matchOf: (row: Row) => Match,
): Found {
  const matches = list.rows.map((row) => {
    const match = matchOf(row);
    return row.archivedAt === null ? match : { ...match, facts: [...match.facts, t('common.label.archived')] };
  });
  return { title, total: list.total, matches };
}
