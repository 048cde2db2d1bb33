import { Group } from '@mantine/core';
import type { Creative } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';

import { StateBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Thumbnail } from '../ui/display/thumbnail.tsx';
import { DataTable, type Paging, type TableColumn } from '../ui/list/data-table.tsx';
import { CellLink } from '../ui/page/cell-link.tsx';
import { ShortInstant } from '../ui/time/short-instant.tsx';
import { kindLabel } from './model/kind-labels.ts';
import { useThumbnailUrls } from './model/use-thumbnail-urls.ts';

type Names = { readonly brand: (id: number) => string; readonly format: (id: number) => string };

/** Width of a row's picture on a high-density screen, in pixels. */
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
      caption={t('creative.title.list')}
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
      title: t('creative.label.image'),
      isPicture: true,
      render: (creative) => <Thumbnail kind={creative.kind} url={pictureOf(creative)} />,
    },
    {
      key: 'name',
      title: t('creative.label.creative'),
      sort: 'name',
      render: ({ id, name }) => (
        <CellLink to={`/creatives/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    {
      key: 'state',
      phone: 'mark',
      title: t('common.label.status'),
      sort: 'state',
      render: ({ state, pendingVersion }) => (
        <Group gap={6}>
          <StateBadge state={state} />
          {pendingVersion !== null && <ToneBadge text={t('creative.label.newVersionPending')} tone="waiting" />}
        </Group>
      ),
    },
    { key: 'kind', phone: 'value', title: t('common.label.type'), sort: 'kind', render: ({ kind }) => kindLabel(kind) },
    {
      key: 'brand',
      phone: 'value',
      title: t('creative.label.brand'),
      sort: 'brandId',
      render: ({ brandId }) => names.brand(brandId),
    },
    {
      key: 'format',
      phone: 'value',
      title: t('creative.label.format'),
      sort: 'formatId',
      nowrap: true,
      render: ({ formatId }) => names.format(formatId),
    },
    {
      key: 'checks',
      phone: 'hidden',
      title: t('creative.label.checks'),
      nowrap: true,
      render: ({ checks }) =>
        checks.length === 0 ? t('creative.label.noIssues') : t('creative.text.issues', { count: checks.length }),
    },
    {
      key: 'changed',
      phone: 'hidden',
      title: t('common.label.updated'),
      sort: 'updatedAt',
      render: ({ updatedAt }) => <ShortInstant at={updatedAt} />,
    },
  ];
}
