import { Button } from '@mantine/core';
import { getProductImport, listProductImports } from '../../client/generated/sdk.gen.ts';
import type { ProductImport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { countText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { BetaBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ReferenceFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportReport } from './import-report.tsx';
import { importStatusBadge } from './product-labels.ts';
import { ProductTabs } from './product-tabs.tsx';

const partners = partnerChoices();

/** The imports of product feeds and their results, newest first. */
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
      title={t('product.title.imports')}
      mark={<BetaBadge />}
      lead={t('product.text.imports')}
      actions={
        me.may('products:write') && (
          <Button leftSection={<Icon name="upload" />} onClick={() => change({ item: 'new' })}>
            {t('product.action.importFeed')}
          </Button>
        )
      }
    >
      <ProductTabs />
      <FilterBar>
        <ReferenceFilter
          name="partner"
          label={t('product.label.mediaPartner')}
          source={partners}
          width={200}
          values={values}
          change={change}
        />
      </FilterBar>
      <ListTable
        caption={t('product.title.imports')}
        list={list}
        columns={columnsOf({
          partnerName,
          open: (id) => change({ item: String(id), page: values['page'] }),
        })}
        empty={
          <EmptyState icon="product" title={t('product.title.noImports')}>
            {t('product.text.noImports')}
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
      title: t('product.label.feed'),
      render: ({ id, fileName }) => <NameButton name={fileName} onOpen={() => open(id)} />,
    },
    {
      key: 'status',
      title: t('common.label.status'),
      nowrap: true,
      render: ({ status }) => <ToneBadge {...importStatusBadge(status)} />,
    },
    {
      key: 'partner',
      title: t('product.label.mediaPartner'),
      render: ({ mediaPartnerId }) => partnerName(mediaPartnerId),
    },
    { key: 'kind', title: t('product.label.content'), render: ({ kind }) => t(`product.importKind.${kind}`) },
    { key: 'rows', title: t('product.label.rows'), align: 'end', render: ({ rows }) => countText(rows) },
    { key: 'added', title: t('product.label.added'), align: 'end', render: ({ added }) => countText(added) },
    { key: 'changed', title: t('product.label.changed'), align: 'end', render: ({ changed }) => countText(changed) },
    { key: 'archived', title: t('common.label.archived'), align: 'end', render: ({ archived }) => countText(archived) },
    { key: 'bad', title: t('product.label.invalidRows'), align: 'end', render: ({ badRows }) => countText(badRows) },
    {
      key: 'at',
      title: t('product.label.finished'),
      nowrap: true,
      render: ({ finishedAt }) => <Instant at={finishedAt} />,
    },
  ];
}

/** The report of one import in a drawer. */
function ReportDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <QueryDrawer
      query={{
        queryKey: ['product-imports', 'one', id],
        queryFn: () => dataOf(getProductImport({ client, path: { id } })),
      }}
      title={() => t('product.title.import', { id })}
      width={560}
      close={close}
    >
      {(report) => <ImportReport report={report} />}
    </QueryDrawer>
  );
}
