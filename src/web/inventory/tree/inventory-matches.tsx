import { Group, Paper, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listLocations, listPositions, listPublications, listPublishers } from '../../../client/generated/sdk.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { useNames } from '../../api/use-names.ts';
import type { IconName } from '../../ui/display/icon.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { locationChoices, publicationChoices, publisherChoices } from '../model/inventory-choices.ts';
import classes from './inventory-tree.module.css';
import { TreeName } from './tree-row.tsx';

const limit = 50;

type Match = { readonly item: string; readonly name: string; readonly icon: IconName; readonly within: string };
type Found = { readonly title: string; readonly total: number; readonly matches: readonly Match[] };

/** Everything of the inventory whose name holds a text, and where it is. */
export function InventoryMatches({
  search,
  isArchivedToo,
  open,
}: {
  readonly search: string;
  readonly isArchivedToo: boolean;
  readonly open: (item: string) => void;
}) {
  const { found, error, isPending } = useMatches(search, isArchivedToo);
  if (error !== null) return <ProblemAlert error={error} />;
  if (isPending) return null;
  const some = found.filter(({ total }) => total > 0);
  if (some.length === 0)
    return (
      <EmptyState icon="search" title={`Nothing is called “${search}”`}>
        Names of publishers, publications, locations and positions are searched, and slot names.
      </EmptyState>
    );
  return some.map(({ title, total, matches }) => (
    <Paper key={title} p={0} mt="sm">
      <Group px="md" py="xs" gap="xs">
        <Title order={2} fz="sm">
          {title}
        </Title>
        <Text fz="xs" c="dimmed">
          {total > limit ? `the first ${limit} of ${total}` : total}
        </Text>
      </Group>
      <ul className={classes.branch}>
        {matches.map(({ item, name, icon, within }) => (
          <li key={item}>
            <div className={classes.row}>
              <TreeName name={name} icon={icon} onOpen={() => open(item)} />
              <span className={classes.fact}>{within}</span>
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  ));
}

function useMatches(search: string, isArchivedToo: boolean) {
  const archived = isArchivedToo ? { includeArchived: 'true' as const } : {};
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
    section('Positions', positions, ({ id, name, locationId }) => ({
      item: `position-${id}`,
      name,
      icon: 'position',
      within: `in ${locationName(locationId)}`,
    })),
    section('Locations', locations, ({ id, name, code, publicationId }) => ({
      item: `location-${id}`,
      name,
      icon: 'page',
      within: `${code} · in ${publicationName(publicationId)}`,
    })),
    section('Publications', publications, ({ id, name, publisherId }) => ({
      item: `publication-${id}`,
      name,
      icon: 'inventory',
      within: `of ${publisherName(publisherId)}`,
    })),
    section('Publishers', publishers, ({ id, name }) => ({
      item: `publisher-${id}`,
      name,
      icon: 'partner',
      within: '',
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
    return row.archivedAt === null ? match : { ...match, within: `${match.within} · archived`.replace(/^ · /, '') };
  });
  return { title, total: list.total, matches };
}
