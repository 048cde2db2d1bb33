/*
 * Buyer agents.
 *
 * - `buyer-agent-list-page.tsx`, `buyer-agent-drawer.tsx`: list and form. `buyer-accounts-field.tsx`: accounts.
 * - `buyer-agent-resource.ts`: calls and choices.
 */

import { Button } from '@mantine/core';
import { listBuyerAgents } from '../../client/generated/sdk.gen.ts';
import type { BuyerAgent, ListBuyerAgentsData } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { enumerationText, moneyText } from '../labels/figures.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { BuyerAgentDrawer } from './buyer-agent-drawer.tsx';

type Sort = NonNullable<NonNullable<ListBuyerAgentsData['query']>['sort']>;

const brands = brandChoices();

/** Software agents that buy campaigns, with their limits. */
export function BuyerAgentListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'buyer-agents',
    sort: 'name' as Sort,
    filtersOf: includeArchivedFilter,
    fetch: (query) => listBuyerAgents({ client, query }),
  });
  const brandName = useNames(
    brands,
    (list.rows ?? []).flatMap(({ accounts }) => accounts.map(({ brandId }) => brandId)),
  );
  const item = values['item'];
  const add = me.may('service-accounts:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('labels.newResource.buyer-agents')}
    </Button>
  );
  return (
    <Page title={t('selling.title.buyers')} lead={t('selling.text.buyers')} actions={!list.isEmpty && add}>
      <AdministrationTabs />
      <FilterBar>
        <SearchFilter label={t('selling.label.searchBuyers')} values={values} change={change} />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('selling.title.buyers')}
        list={list}
        columns={columnsOf(brandName, (id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="secret" title={t('selling.title.noBuyers')} action={list.isEmpty && add}>
            {t('selling.text.noBuyers')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <BuyerAgentDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(brandName: (id: number) => string, open: (id: number) => void): readonly TableColumn<BuyerAgent>[] {
  return [
    {
      key: 'name',
      title: t('labels.resourceType.buyer-agents'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    {
      key: 'accounts',
      title: t('selling.label.accounts'),
      render: ({ accounts }) => enumerationText(accounts.map(({ brandId }) => brandName(brandId))),
    },
    {
      key: 'campaignBudget',
      title: t('selling.label.maxCampaignBudget'),
      align: 'end',
      render: ({ maxCampaignBudget }) =>
        maxCampaignBudget === null ? t('selling.label.noLimit') : moneyText(maxCampaignBudget),
    },
    {
      key: 'dailyBudget',
      title: t('selling.label.maxDailyBudget'),
      align: 'end',
      render: ({ maxDailyBudget }) =>
        maxDailyBudget === null ? t('selling.label.noLimit') : moneyText(maxDailyBudget),
    },
    {
      key: 'status',
      title: t('common.label.status'),
      render: ({ active, archivedAt }) => {
        if (archivedAt !== null) return t('common.label.archived');
        return active ? t('common.label.active') : t('selling.label.inactive');
      },
    },
  ];
}
