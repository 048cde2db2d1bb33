/*
 * Service accounts.
 *
 * - `service-account-list-page.tsx`, `service-account-drawer.tsx`: list and form. `scopes-field.tsx`,
 *   `scope-areas.ts`: scopes.
 * - `secret-list.tsx`, `public-keys-field.tsx`: secrets and keys. `service-account-resource.ts`: requests.
 */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { listServiceAccounts } from '../../client/generated/sdk.gen.ts';
import type { ListServiceAccountsData, ServiceAccount } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { SecretDialog } from '../ui/dialog/secret-dialog.tsx';
import { CodeText } from '../ui/display/code-text.tsx';
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
      {t('access.action.newServiceAccount')}
    </Button>
  );
  return (
    <Page
      title={t('access.title.serviceAccounts')}
      lead={t('access.text.serviceAccounts')}
      actions={!list.isEmpty && add}
    >
      <AdministrationTabs />
      <FilterBar>
        <SearchFilter label={t('access.label.searchServiceAccounts')} values={values} change={change} />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('access.title.serviceAccounts')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="secret" title={t('access.title.noServiceAccounts')} action={list.isEmpty && add}>
            {t('access.text.noServiceAccounts')}
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
          title={t('access.title.secretOf', { name: secret.name })}
          additional={[{ label: t('access.label.clientId'), text: secret.clientId }]}
          secret={{ label: t('access.label.clientSecret'), text: secret.clientSecret }}
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
      title: t('access.label.serviceAccount'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    {
      key: 'client',
      title: t('access.label.clientId'),
      nowrap: true,
      render: ({ clientId }) => <CodeText text={clientId} label={t('access.action.copy', { text: clientId })} />,
    },
    { key: 'scopes', title: t('access.label.scopes'), render: ({ scopes }) => scopesText(scopes) },
    {
      key: 'used',
      title: t('access.label.lastToken'),
      nowrap: true,
      render: ({ lastUsedAt }) => (lastUsedAt === null ? t('access.label.never') : <Instant at={lastUsedAt} />),
    },
    {
      key: 'status',
      title: t('common.label.status'),
      render: ({ archivedAt }) => (archivedAt === null ? t('common.label.active') : t('common.label.archived')),
    },
  ];
}
