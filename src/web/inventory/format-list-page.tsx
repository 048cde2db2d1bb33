import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listFormats } from '../../client/generated/sdk.gen.ts';
import type { Format, ListFormatsData } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { bytesText } from '../labels/figures.ts';
import { ArchivedBadge } from '../ui/display/badges.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { FormatDrawer } from './drawers/format-drawer.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { labelFor, mediaTypeLabels, sizeText } from './model/inventory-labels.ts';

type Query = NonNullable<ListFormatsData['query']>;

const pageSize = 50;
const mediaTypes = Object.entries(mediaTypeLabels).map(([value, label]) => ({ value, label }));

/** Sizes and kinds of ads that positions share. */
export function FormatListPage() {
  const [values, change] = useAddress();
  const me = useMe();
  const page = numberOf(values['page'], 1);
  const sort = values['sort'] ?? 'name';
  const query = {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    sort,
    ...(values['search'] === undefined ? {} : { search: values['search'] }),
    ...(values['shows'] === undefined ? {} : { mediaType: [values['shows']] }),
    ...includeArchivedFilter(values),
  } as Query;
  const { data, error, refetch } = useQuery({
    queryKey: ['formats', 'list', query],
    queryFn: () => listDataOf(listFormats({ client, query })),
    placeholderData: keepPreviousData,
  });
  const item = values['item'];
  return (
    <Page
      title="Formats"
      lead="A format is a size and kind of ad. Positions and creatives meet in it."
      crumbs={[{ text: 'Inventory', to: '/inventory' }]}
      actions={
        me.may('inventory:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
            New format
          </Button>
        )
      }
    >
      <InventoryTabs />
      <FilterBar>
        <SearchFilter label="Find formats" values={values} change={change} />
        <SelectFilter
          name="shows"
          label="Shows"
          any="Shows anything"
          options={mediaTypes}
          width={170}
          values={values}
          change={change}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      {error === null ? (
        <DataTable
          caption="Formats"
          columns={columnsOf((id) => change({ item: String(id) }))}
          rows={data?.rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          paging={{ page, pageSize, total: data?.total ?? 0, onPage: (next) => change({ page: String(next) }) }}
          empty={
            <EmptyState icon="inventory" title="No format here">
              Make one for each size and kind of ad, such as leaderboard, 728 × 90.
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} again={() => void refetch()} />
      )}
      {item !== undefined && (
        <FormatDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<Format>[] {
  return [
    {
      key: 'name',
      title: 'Format',
      sort: 'name',
      render: ({ id, name, archivedAt }) => (
        <Group gap="xs">
          <NameButton name={name} onOpen={() => open(id)} />
          {archivedAt !== null && <ArchivedBadge />}
        </Group>
      ),
    },
    { key: 'code', title: 'Code', render: ({ code }) => <CodeText text={code} label={`Copy ${code}`} /> },
    { key: 'shows', title: 'Shows', render: ({ mediaType }) => labelFor(mediaTypeLabels, mediaType) },
    { key: 'size', title: 'Size', nowrap: true, render: (format) => sizeText(format) },
    {
      key: 'bytes',
      title: 'Largest file',
      align: 'end',
      render: ({ maxBytes }) => (maxBytes === null ? '–' : bytesText(maxBytes)),
    },
    { key: 'ahead', title: 'Fetched ahead', render: ({ inHeadsup }) => (inHeadsup ? 'Yes' : '–') },
  ];
}
