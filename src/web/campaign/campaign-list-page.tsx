import { Box, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { Campaign, ListCampaignsData } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { prefetchNames, useKnownNames } from '../api/use-names.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ColumnMenu } from '../ui/list/column-menu.tsx';
import { gridLayout } from '../ui/list/data-grid.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { SavedViews } from '../ui/list/saved-views.tsx';
import { useColumnChoice } from '../ui/list/use-columns.ts';
import { periodFilter, prefetchList, useList, valuesFilter } from '../ui/list/use-list.ts';
import { notifyProblem } from '../ui/notice/notify.ts';
import { ButtonLink, NewButton, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import type { PageLocation } from '../ui/page/page-routes.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { CampaignFilters } from './campaign-filters.tsx';
import { campaignListColumns } from './campaign-list-columns.tsx';
import { exportCampaigns } from './export-campaigns.ts';

const CampaignBulkBar = lazy(async () => ({ default: (await import('./campaign-bulk-bar.tsx')).CampaignBulkBar }));

const CampaignCsvDialog = lazy(async () => ({
  default: (await import('./csv-import/campaign-csv-dialog.tsx')).CampaignCsvDialog,
}));

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<ListCampaignsData['query']>;

const partners = partnerChoices();
const brands = brandChoices();

const campaignList = {
  noun: 'campaigns',
  // What needs action first.
  sort: 'health' as NonNullable<Query['sort']>,
  remembersSort: true,
  filtersOf,
  fetch: (query: Query) => listCampaigns({ client, query }),
};

/** Starts to load the campaigns, and the names of their companies and brands. */
export async function prefetchCampaignList({ search }: PageLocation): Promise<void> {
  const list = await prefetchList(campaignList, search).catch(() => null);
  if (list === null) return;
  void prefetchNames(partners, companyIdsOf(list.rows));
  void prefetchNames(brands, brandIdsOf(list.rows));
}

const companyIdsOf = (rows: readonly Campaign[]) =>
  rows.flatMap((row) => [row.advertiserCompanyId, row.invoiceCompanyId]);
const brandIdsOf = (rows: readonly Campaign[]) => rows.flatMap((row) => row.brandIds);

/** List of campaigns. */
export function CampaignListPage() {
  const me = useMe();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isImporting, setImporting] = useState(false);
  const zone = useZone();
  const { values, change, ...list } = useList(campaignList);
  const { columns, isNaming } = useColumns(list.rows ?? [], zone);
  const choice = useColumnChoice<Campaign>('campaigns', columns);
  const isFiltered = Object.keys(values).some((name) => name !== 'sort' && name !== 'page');
  return (
    <Page
      title={t('campaign.title.list')}
      lead={t('campaign.text.timeZone', { timeZone: zone })}
      actions={
        <>
          <SavedViews list="campaigns" values={values} />
          <ColumnMenu all={columns} choice={choice} />
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void exportCampaigns({ ...list.query }).catch(notifyProblem)}
          >
            {t('campaign.action.exportCsv')}
          </Button>
          {me.may('campaigns:write') && (
            <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setImporting(true)}>
              {t('campaign.action.importCsv')}
            </Button>
          )}
        </>
      }
      primary={me.may('campaigns:write') && <NewButton to="/campaigns/new">{t('campaign.action.new')}</NewButton>}
    >
      {isImporting && (
        <Suspense>
          <CampaignCsvDialog close={() => setImporting(false)} />
        </Suspense>
      )}
      <CampaignFilters values={values} change={change} />
      <Box pos="relative">
        {selected.size > 0 && (
          <Suspense>
            <CampaignBulkBar selected={selected} clear={() => setSelected(new Set())} />
          </Suspense>
        )}
        <ListTable
          caption={t('campaign.title.list')}
          list={isNaming ? { ...list, rows: undefined } : list}
          columns={choice.columns}
          grid={gridLayout(choice.resize)}
          {...(me.may('campaigns:write') ? { selection: { selected, onSelect: setSelected } } : {})}
          empty={isFiltered ? <NoMatches /> : <NoCampaigns />}
        />
      </Box>
    </Page>
  );
}

/** Filters of the API for the parameters of the address. */
function filtersOf(values: Values): Omit<Query, 'limit' | 'offset' | 'sort' | 'search'> {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return {
    ...valuesFilter('status', listOf(values['status']) as NonNullable<Query['status']>),
    ...valuesFilter('health', listOf(values['health']) as NonNullable<Query['health']>),
    ...valuesFilter('type', listOf(values['type']) as NonNullable<Query['type']>),
    ...valuesFilter('advertiserCompanyId', ids('advertiser')),
    ...valuesFilter('brandId', ids('brand')),
    ...periodFilter(values),
  };
}

function useColumns(rows: readonly Campaign[], zone: string) {
  const { nameOf: partnerName, isAwaited: areCompanies } = useKnownNames(partners, companyIdsOf(rows));
  const { nameOf: brandName, isAwaited: areBrands } = useKnownNames(brands, brandIdsOf(rows));
  const spendLabel = useSpendLabel();
  const columns = useMemo(
    () => campaignListColumns({ partnerName, brandName, zone, spendLabel }),
    [partnerName, brandName, zone, spendLabel],
  );
  return { columns, isNaming: areCompanies || areBrands };
}

function NoMatches() {
  return (
    <EmptyState icon="filter" title={t('campaign.title.noMatch')}>
      <Group justify="center">
        <TextLink to="/campaigns">{t('campaign.action.showAll')}</TextLink>
      </Group>
    </EmptyState>
  );
}

function NoCampaigns() {
  const me = useMe();
  return (
    <EmptyState
      icon="campaign"
      title={t('campaign.title.noCampaigns')}
      action={me.may('campaigns:write') && <ButtonLink to="/campaigns/new">{t('campaign.action.new')}</ButtonLink>}
    >
      <Text inherit>{t('campaign.text.noCampaigns')}</Text>
    </EmptyState>
  );
}
