import { Group } from '@mantine/core';
import type { Creative } from '../../client/generated/types.gen.ts';
import { countWithNoun } from '../labels/figures.ts';
import { StateBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DataTable, type Paging, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { kindLabel } from './model/kind-labels.ts';
import { useThumbnailUrls } from './model/use-thumbnail-urls.ts';

type Names = { readonly brand: (id: number) => string; readonly format: (id: number) => string };

/** Pixels that a row's picture takes on a dense screen. */
const pictureWidth = 112;

/** Creatives as a table. */
export function CreativeListTable(props: {
  readonly rows: readonly Creative[] | undefined;
  readonly names: Names;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly paging: Paging;
}) {
  const pictureOf = useThumbnailUrls(props.rows ?? [], pictureWidth);
  return (
    <DataTable
      caption="Creatives"
      columns={columnsOf(props.names, pictureOf)}
      rows={props.rows}
      rowKey={({ id }) => id}
      sort={props.sort}
      onSort={props.onSort}
      paging={props.paging}
    />
  );
}

function columnsOf(names: Names, pictureOf: ReturnType<typeof useThumbnailUrls>): readonly TableColumn<Creative>[] {
  return [
    {
      key: 'picture',
      title: 'Picture',
      isPicture: true,
      render: (creative) => <Thumbnail kind={creative.kind} url={pictureOf(creative)} />,
    },
    {
      key: 'name',
      title: 'Creative',
      sort: 'name',
      render: ({ id, name }) => (
        <TextLink to={`/creatives/${id}`} fz="sm" fw={550}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'state',
      title: 'State',
      sort: 'state',
      render: ({ state, pendingVersion }) => (
        <Group gap={6}>
          <StateBadge state={state} />
          {pendingVersion !== null && <ToneBadge text="New version waits" tone="waiting" />}
        </Group>
      ),
    },
    { key: 'kind', title: 'Kind', sort: 'kind', render: ({ kind }) => kindLabel(kind) },
    { key: 'brand', title: 'Brand', sort: 'brandId', render: ({ brandId }) => names.brand(brandId) },
    {
      key: 'format',
      title: 'Format',
      sort: 'formatId',
      nowrap: true,
      render: ({ formatId }) => names.format(formatId),
    },
    {
      key: 'checks',
      title: 'Checks',
      nowrap: true,
      render: ({ checks }) => (checks.length === 0 ? 'Fine' : countWithNoun(checks.length, 'remark')),
    },
    { key: 'changed', title: 'Last changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} /> },
  ];
}
