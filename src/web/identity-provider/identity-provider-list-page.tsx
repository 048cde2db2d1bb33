/*
 * Identity providers for single sign-on.
 *
 * - `identity-provider-list-page.tsx`, `identity-provider-drawer.tsx`: list and form. `group-roles-field.tsx`: roles
 *   by group.
 * - `domain-claims-notice.tsx`, `shared-redirect-notice.tsx`: domains and URLs that an administrator must confirm or register.
 * - `identity-provider-resource.ts`, `identity-provider-choices.ts`: requests.
 */

import { Button } from '@mantine/core';
import { listIdentityProviders } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider, ListIdentityProvidersData } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';

import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { IdentityProviderDrawer } from './identity-provider-drawer.tsx';

type Sort = NonNullable<NonNullable<ListIdentityProvidersData['query']>['sort']>;

/** The identity providers of single sign-on. */
export function IdentityProviderListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'identity-providers',
    sort: 'name' as Sort,
    fetch: (query) => listIdentityProviders({ client, query }),
  });
  const item = values['item'];
  const add = me.may('identity-providers:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('access.action.newProvider')}
    </Button>
  );
  return (
    <Page
      title={t('access.title.identityProviders')}
      lead={t('access.text.identityProviders')}
      actions={!list.isEmpty && add}
    >
      <AdministrationTabs />
      <ListTable
        caption={t('access.title.identityProviders')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="person" title={t('access.title.noIdentityProviders')} action={list.isEmpty && add}>
            {t('access.text.noIdentityProviders')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <IdentityProviderDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<IdentityProvider>[] {
  return [
    {
      key: 'name',
      title: t('access.label.identityProvider'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'issuer', title: t('access.label.issuer'), render: ({ issuer }) => issuer },
    { key: 'domains', title: t('access.label.emailDomains'), render: ({ domains }) => domains.join(', ') },
    {
      key: 'confirmed',
      title: t('access.label.confirmed'),
      render: ({ domainClaims }) =>
        domainClaims.every(({ confirmedAt }) => confirmedAt !== null)
          ? t('common.label.yes')
          : t('access.label.confirmationPending'),
    },
    {
      key: 'roles',
      title: t('access.label.roles'),
      render: ({ groupRoles }) =>
        groupRoles.length === 0
          ? t('access.label.rolesManual')
          : t('access.text.groupCount', { count: groupRoles.length }),
    },
  ];
}
