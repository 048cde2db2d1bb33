import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { Campaign, ListCampaignsData } from '../../client/generated/types.gen.ts';
import { client, takeList } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { useZone } from '../inventory/use-zone.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { HealthBadge, StatusBadge } from '../ui/badges.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { compactText } from '../ui/figures.ts';
import { Icon } from '../ui/icon.tsx';
import { ButtonLink, TextLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { SavedViews } from '../ui/saved-views.tsx';
import { tellProblem } from '../ui/tell.ts';
import { listOf, numberOf, useAddress } from '../ui/use-address.ts';
import { dayText } from '../ui/zoned-time.ts';
import { CampaignFilters } from './campaign-filters.tsx';
import { typeWords } from './campaign-words.ts';
import { exportCampaigns } from './export-campaigns.ts';

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<ListCampaignsData['query']>;

const pageSize = 50;
const partners = partnerChoices();
const brands = brandChoices();

/** All campaigns that somebody may see, as the specification's overview lists them. */
export function CampaignListPage() {
  const [values, change] = useAddress();
  const me = useMe();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const zone = useZone();
  const page = numberOf(values['page'], 1);
  const query = queryOf(values, page);
  const { data, error, refetch } = useQuery({
    queryKey: ['campaigns', 'list', query],
    queryFn: () => takeList(listCampaigns({ client, query })),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(data?.rows ?? [], zone);
  const isFiltered = Object.keys(values).some((name) => name !== 'sort' && name !== 'page');
  return (
    <Page
      title="Campaigns"
      lead={`Dates by the clock of ${zone}`}
      actions={
        <>
          <SavedViews list="campaigns" values={values} />
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void exportCampaigns(query).catch(tellProblem)}
          >
            CSV
          </Button>
          {me.may('campaigns:write') && <ButtonLink to="/campaigns/new">New campaign</ButtonLink>}
        </>
      }
    >
      <CampaignFilters values={values} change={change} />
      {selected.size > 0 && (
        <Suspense>
          <BulkBar selected={selected} clear={() => setSelected(new Set())} />
        </Suspense>
      )}
      {error === null ? (
        <DataTable
          caption="Campaigns"
          columns={columns}
          rows={data?.rows}
          rowKey={({ id }) => id}
          sort={values['sort'] ?? '-updatedAt'}
          onSort={(sort) => change({ sort })}
          paging={{ page, pageSize, total: data?.total ?? 0, onPage: (next) => change({ page: String(next) }) }}
          {...(me.may('campaigns:write') ? { selection: { selected, onSelect: setSelected } } : {})}
          empty={isFiltered ? <NothingFits /> : <NoCampaigns />}
        />
      ) : (
        <ProblemAlert error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}

function queryOf(values: Values, page: number): Query {
  const ids = (name: string) => listOf(values[name]).map(Number);
  const optional = <Name extends string, Value>(name: Name, list: readonly Value[]) =>
    list.length === 0 ? {} : ({ [name]: list } as Record<Name, Value[]>);
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    sort: (values['sort'] ?? '-updatedAt') as Query['sort'],
    ...(values['search'] === undefined ? {} : { search: values['search'] }),
    ...optional('status', listOf(values['status']) as NonNullable<Query['status']>),
    ...optional('health', listOf(values['health']) as NonNullable<Query['health']>),
    ...optional('type', listOf(values['type']) as NonNullable<Query['type']>),
    ...optional('advertiserCompanyId', ids('advertiser')),
    ...optional('brandId', ids('brand')),
    ...(values['from'] === undefined ? {} : { from: `${values['from']}T00:00:00Z` }),
    ...(values['to'] === undefined ? {} : { to: `${values['to']}T23:59:59Z` }),
  } as Query;
}

function useColumns(rows: readonly Campaign[], zone: string): readonly Column<Campaign>[] {
  const partnerName = useNames(
    partners,
    rows.flatMap((row) => [row.advertiserCompanyId, row.invoiceCompanyId]),
  );
  const brandName = useNames(
    brands,
    rows.flatMap((row) => row.brandIds),
  );
  return [
    {
      key: 'name',
      title: 'Campaign',
      sort: 'name',
      render: ({ id, name }) => (
        <TextLink to={`/campaigns/${id}`} fz="sm" fw={550}>
          {name}
        </TextLink>
      ),
    },
    { key: 'status', title: 'Status', nowrap: true, render: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'health',
      title: 'Health',
      nowrap: true,
      render: ({ health, status }) => (health === 'ok' && status !== 'running' ? '–' : <HealthBadge health={health} />),
    },
    { key: 'type', title: 'Type', sort: 'type', render: ({ type }) => typeWords[type] },
    {
      key: 'delivered',
      title: 'Today',
      align: 'end',
      render: ({ delivered }) => compactText(delivered.today.impressions),
    },
    { key: 'creatives', title: 'Creatives', align: 'end', render: ({ creativeCount }) => creativeCount },
    {
      key: 'start',
      title: 'Start',
      nowrap: true,
      render: ({ startDate }) => (startDate === null ? '–' : dayText(startDate)),
    },
    { key: 'end', title: 'End', nowrap: true, render: (row) => endText(row, zone) },
    {
      key: 'advertiser',
      title: 'Advertiser',
      sort: 'advertiserCompanyId',
      render: (row) => partnerName(row.advertiserCompanyId),
    },
    {
      key: 'invoice',
      title: 'Invoice company',
      sort: 'invoiceCompanyId',
      render: (row) => partnerName(row.invoiceCompanyId),
    },
    { key: 'brands', title: 'Brands', render: ({ brandIds }) => brandIds.map(brandName).join(', ') },
    { key: 'po', title: 'PO number', render: ({ poNumber }) => poNumber ?? '–' },
  ];
}

function endText({ startDate, endDate }: Campaign, zone: string): string {
  if (endDate !== null) return dayText(endDate, zone);
  return startDate === null ? '–' : 'Open';
}

function NothingFits() {
  return (
    <EmptyState icon="filter" title="No campaign fits these filters">
      <Group justify="center">
        <TextLink to="/campaigns">Show all campaigns</TextLink>
      </Group>
    </EmptyState>
  );
}

function NoCampaigns() {
  const me = useMe();
  return (
    <EmptyState
      icon="campaign"
      title="No campaigns yet"
      action={me.may('campaigns:write') && <ButtonLink to="/campaigns/new">New campaign</ButtonLink>}
    >
      <Text inherit>A campaign holds an advertiser’s bookings. A booking says what is shown, where, how and when.</Text>
    </EmptyState>
  );
}
