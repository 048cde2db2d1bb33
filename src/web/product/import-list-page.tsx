import { Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getProductImport, listProductImports } from '../../client/generated/sdk.gen.ts';
import type { ProductImport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { countText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { ReferenceFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportReport } from './import-report.tsx';
import { importKindLabels, importStatusLabels } from './product-labels.ts';
import { ProductTabs } from './product-tabs.tsx';

const partners = partnerChoices();

/** The feeds that were taken into catalogues, newest first, and what came of each. */
export function ImportListPage() {
  const me = useMe();
  const { values, change, ...list } = useImports();
  const partnerName = useNames(
    partners,
    (list.rows ?? []).map(({ mediaPartnerId }) => mediaPartnerId),
  );
  const partner = numberOf(values['partner'], 0);
  const item = values['item'];
  const close = () => change({ item: undefined, page: values['page'] });
  return (
    <Page
      title="Imports"
      mark={<BetaBadge />}
      lead="Feeds of shops. Each is taken as a whole or not at all; its report names the wrong rows."
      actions={
        me.may('products:write') && (
          <Button leftSection={<Icon name="upload" />} onClick={() => change({ item: 'new' })}>
            Import a feed
          </Button>
        )
      }
    >
      <ProductTabs />
      <FilterBar>
        <ReferenceFilter
          name="partner"
          label="Media partner"
          source={partners}
          width={200}
          values={values}
          change={change}
        />
      </FilterBar>
      <ListTable
        caption="Imports"
        list={list}
        columns={columnsOf({
          partnerName,
          open: (id) => change({ item: String(id), page: values['page'] }),
        })}
        empty={
          <EmptyState icon="product" title="No feed was imported yet">
            A feed is the file that a shop writes for Google, or a table of its products, as XML, CSV or JSON Lines.
          </EmptyState>
        }
      />
      {item === 'new' && <ImportDialog mediaPartnerId={partner === 0 ? null : partner} close={close} />}
      {item !== undefined && item !== 'new' && <ReportDrawer key={item} id={numberOf(item, 0)} close={close} />}
    </Page>
  );
}

function useImports() {
  return useList({
    noun: 'product-imports',
    sort: '',
    filtersOf: ({ partner }) => (partner === undefined ? {} : { mediaPartnerId: numberOf(partner, 0) }),
    fetch: ({ search: _, sort: __, ...query }) => listProductImports({ client, query }),
  });
}

function columnsOf({
  partnerName,
  open,
}: {
  readonly partnerName: (id: number) => string;
  readonly open: (id: number) => void;
}): readonly TableColumn<ProductImport>[] {
  return [
    {
      key: 'file',
      title: 'Feed',
      render: ({ id, fileName }) => <NameButton name={fileName} onOpen={() => open(id)} />,
    },
    {
      key: 'status',
      title: 'Status',
      nowrap: true,
      render: ({ status }) => <ToneBadge {...importStatusLabels[status]} />,
    },
    { key: 'partner', title: 'Media partner', render: ({ mediaPartnerId }) => partnerName(mediaPartnerId) },
    { key: 'kind', title: 'What of', render: ({ kind }) => importKindLabels[kind] },
    { key: 'rows', title: 'Rows', align: 'end', render: ({ rows }) => countText(rows) },
    { key: 'added', title: 'New', align: 'end', render: ({ added }) => countText(added) },
    { key: 'changed', title: 'Changed', align: 'end', render: ({ changed }) => countText(changed) },
    { key: 'archived', title: 'Archived', align: 'end', render: ({ archived }) => countText(archived) },
    { key: 'bad', title: 'Wrong', align: 'end', render: ({ badRows }) => countText(badRows) },
    { key: 'at', title: 'Taken', nowrap: true, render: ({ finishedAt }) => <Instant at={finishedAt} /> },
  ];
}

/** The report of one import, beside the list. */
function ReportDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  useFocusBack();
  const { data, error, refetch } = useQuery({
    queryKey: ['product-imports', 'one', id],
    queryFn: () => dataOf(getProductImport({ client, path: { id } })),
  });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={560}
      title={
        <Text component="span" fw={650} fz="lg">
          Import {id}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton height={160} role="status" aria-label="Loading" />}
      {data !== undefined && <ImportReport report={data} />}
    </Drawer>
  );
}
