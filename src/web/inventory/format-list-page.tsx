import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listFormats } from '../../client/generated/sdk.gen.ts';
import type { Format, ListFormatsData } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { ArchivedBadge } from '../ui/display/badges.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { FormatDrawer } from './drawers/format-drawer.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { headsupKey, mediaTypeOptions, mediaTypeText, sizeText } from './model/inventory-labels.ts';

type Query = NonNullable<ListFormatsData['query']>;

const pageSize = 50;
const filterNames = ['shows', 'archived'];

/** The formats that positions share: size and media type of ads. */
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
  const isEmpty = data?.total === 0 && values['search'] === undefined && values['shows'] === undefined;
  const add = me.may('inventory:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('inventory.action.newFormat')}
    </Button>
  );
  return (
    <Page
      title={t('inventory.title.formats')}
      lead={t('inventory.text.formats')}
      crumbs={[{ text: t('inventory.title.inventory'), to: '/inventory' }]}
      primary={!isEmpty && add}
    >
      <InventoryTabs />
      <FilterBar collapsed={{ values, names: filterNames }}>
        <SearchFilter label={t('inventory.label.searchFormats')} values={values} change={change} />
        <SelectFilter
          name="shows"
          label={t('inventory.label.mediaType')}
          any={t('inventory.label.anyMediaType')}
          options={mediaTypeOptions()}
          width={170}
          values={values}
          change={change}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      {error === null ? (
        <DataTable
          caption={t('inventory.title.formats')}
          columns={columnsOf((id) => change({ item: String(id) }))}
          rows={data?.rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          paging={{ page, pageSize, total: data?.total ?? 0, onPage: (next) => change({ page: String(next) }) }}
          empty={
            <EmptyState icon="inventory" title={t('inventory.title.noFormats')} action={isEmpty && add}>
              {t('inventory.text.noFormats')}
            </EmptyState>
          }
        />
      ) : (
        <ProblemAlert error={error} retry={() => void refetch()} />
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
      title: t('inventory.label.format'),
      sort: 'name',
      render: ({ id, name, archivedAt }) => (
        <Group gap="xs">
          <NameButton name={name} onOpen={() => open(id)} />
          {archivedAt !== null && <ArchivedBadge />}
        </Group>
      ),
    },
    {
      key: 'code',
      phone: 'hidden',
      title: t('inventory.label.code'),
      render: ({ code }) => <CodeText text={code} label={t('inventory.action.copy', { text: code })} />,
    },
    {
      key: 'shows',
      phone: 'value',
      title: t('inventory.label.mediaType'),
      render: ({ mediaType }) => mediaTypeText(mediaType),
    },
    {
      key: 'size',
      phone: 'value',
      title: t('inventory.label.size'),
      nowrap: true,
      render: (format) => sizeText(format),
    },
    {
      key: 'bytes',
      phone: 'value',
      title: t('inventory.label.maxFileSize'),
      align: 'end',
      render: ({ maxBytes }) => (maxBytes === null ? null : bytesText(maxBytes)),
    },
    {
      key: 'ahead',
      phone: 'hidden',
      title: t('inventory.label.advanceDownload'),
      render: ({ inHeadsup }) => t(`inventory.headsup.${headsupKey(inHeadsup)}`),
    },
  ];
}
