/*
 * Service accounts.
 *
 * - `service-account-list-page.tsx`, `service-account-drawer.tsx`: list and form. `scopes-field.tsx`,
 *   `scope-areas.ts`: scopes.
 * - `secret-list.tsx`, `public-keys-field.tsx`: secrets and keys. `service-account-resource.ts`: calls.
 */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { listServiceAccounts } from '../../client/generated/sdk.gen.ts';
import type { ListServiceAccountsData, ServiceAccount } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { scopesText } from './scope-areas.ts';
import { ServiceAccountDrawer, type ShownSecret } from './service-account-drawer.tsx';

type Sort = NonNullable<NonNullable<ListServiceAccountsData['query']>['sort']>;

/** Programs that call the management API. */
export function ServiceAccountListPage() {
  const me = useMe();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const { values, change, ...list } = useAccounts();
  const item = values['item'];
  const add = me.may('service-accounts:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      New service account
    </Button>
  );
  return (
    <Page
      title="Service accounts"
      lead="Programs that call the management API. Each gets tokens at /oauth2/token with its client id and secret."
      actions={add}
    >
      <AdministrationTabs />
      <FilterBar>
        <SearchFilter label="Find service accounts" values={values} change={change} />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption="Service accounts"
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="secret" title="No service account here">
            Make one for each program, with no more scopes than it needs. Its secret is shown once.
          </EmptyState>
        }
      />
      {item !== undefined && (
        <ServiceAccountDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onSecret={setSecret}
          close={() => change({ item: undefined })}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={`Secret of ${secret.name}`}
          beside={[{ label: 'Client id', text: secret.clientId }]}
          secret={{ label: 'Client secret', text: secret.clientSecret }}
          close={() => setSecret(null)}
        />
      )}
    </Page>
  );
}

function useAccounts() {
  return useList({
    noun: 'service-accounts',
    sort: 'name' as Sort,
    filtersOf: includeArchivedFilter,
    fetch: (query) => listServiceAccounts({ client, query }),
  });
}

function columnsOf(open: (id: number) => void): readonly TableColumn<ServiceAccount>[] {
  return [
    {
      key: 'name',
      title: 'Service account',
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    {
      key: 'client',
      title: 'Client id',
      nowrap: true,
      render: ({ clientId }) => <CodeText text={clientId} label={`Copy ${clientId}`} />,
    },
    { key: 'scopes', title: 'Scopes', render: ({ scopes }) => scopesText(scopes) },
    {
      key: 'used',
      title: 'Last token',
      nowrap: true,
      render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Instant at={lastUsedAt} />),
    },
    {
      key: 'status',
      title: 'Status',
      render: ({ archivedAt }) => (archivedAt === null ? 'Active' : 'Archived'),
    },
  ];
}
