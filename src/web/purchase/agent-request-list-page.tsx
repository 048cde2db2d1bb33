import { Stack, Text } from '@mantine/core';
import { listAgentRequests } from '../../client/generated/sdk.gen.ts';
import type { AgentRequest } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { enumerationText } from '../labels/figures.ts';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ReferencesFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList, valuesFilter } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { instantText } from '../ui/time/zoned-time.ts';
import { AgentText } from './agent-text.tsx';
import { buyerAgentChoices } from './purchase-queries.ts';
import { ReviewTabs } from './review-tabs.tsx';

/** Briefs of buyer agents, with the products and proposals that they received. */
export function AgentRequestListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'agent-requests',
    // The only order of the API.
    sort: '-id',
    filtersOf: ({ buyer }) => valuesFilter('buyerAgentId', listOf(buyer).map(Number)),
    fetch: ({ limit, offset, buyerAgentId }) =>
      listAgentRequests({ client, query: { limit, offset, ...(buyerAgentId && { buyerAgentId }) } }),
  });
  return (
    <Page title={t('selling.title.requests')} lead={t('selling.text.requests')}>
      <ReviewTabs />
      {me.may('service-accounts:read') && (
        <FilterBar>
          <ReferencesFilter
            name="buyer"
            label={t('selling.label.buyerAgent')}
            any={t('selling.label.anyBuyer')}
            source={buyerAgentChoices}
            width={230}
            values={values}
            change={change}
          />
        </FilterBar>
      )}
      <ListTable
        caption={t('selling.title.requests')}
        list={list}
        columns={columns()}
        empty={
          <EmptyState icon="search" title={t('selling.title.noRequests')}>
            {t('selling.text.noRequests')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function columns(): readonly TableColumn<AgentRequest>[] {
  return [
    {
      key: 'brief',
      title: t('selling.label.brief'),
      render: ({ brief, refinements }) => (
        <Stack gap={4} maw={520}>
          <AgentText text={brief ?? t('selling.text.noBrief')} />
          {[...new Set(refinements)].map((text) => (
            <AgentText key={text} text={text} />
          ))}
        </Stack>
      ),
    },
    { key: 'buyer', title: t('selling.label.buyerAgent'), render: ({ buyerAgentName }) => buyerAgentName },
    {
      key: 'products',
      title: t('selling.label.packages'),
      render: ({ productPackages }) => enumerationText(productPackages.map(({ name }) => name)),
    },
    {
      key: 'proposals',
      title: t('selling.label.proposals'),
      render: ({ proposals }) => proposals.map((proposal) => <Proposal key={proposal.proposalId} {...proposal} />),
    },
    {
      key: 'requestedAt',
      title: t('selling.label.requestedAt'),
      nowrap: true,
      render: ({ requestedAt }) => <Instant at={requestedAt} />,
    },
  ];
}

function Proposal({ firmUntil, purchaseId }: AgentRequest['proposals'][number]) {
  if (purchaseId !== null) {
    return (
      <TextLink to={`/review/purchases/${purchaseId}`} fz="sm">
        {t('selling.action.openPurchase')}
      </TextLink>
    );
  }
  const text =
    firmUntil === null ? t('selling.label.draft') : t('selling.format.firmUntil', { date: instantText(firmUntil) });
  return <Text fz="sm">{text}</Text>;
}
