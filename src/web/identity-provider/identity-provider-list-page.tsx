/*
 * Identity providers for single sign-on.
 *
 * - `identity-provider-list-page.tsx`, `identity-provider-drawer.tsx`: list and form. `group-roles-field.tsx`: roles
 *   by group.
 * - `domain-claims-notice.tsx`, `shared-redirect-notice.tsx`: what an administrator must confirm or register.
 * - `identity-provider-resource.ts`, `identity-provider-choices.ts`: calls.
 */

import { Button } from '@mantine/core';
import { listIdentityProviders } from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider, ListIdentityProvidersData } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { countWithNoun } from '../labels/figures.ts';
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

/** Where people sign in with an account that they have elsewhere. */
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
      New identity provider
    </Button>
  );
  return (
    <Page
      title="Identity providers"
      lead="Single sign-on by OpenID Connect. The domain of an e-mail address says which one asks."
      actions={add}
    >
      <AdministrationTabs />
      <ListTable
        caption="Identity providers"
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="person" title="No identity provider yet">
            People sign in by password. With an identity provider they use the account of their company, and their
            groups there can say their role here.
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
      title: 'Identity provider',
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'issuer', title: 'Issuer', render: ({ issuer }) => issuer },
    { key: 'domains', title: 'E-mail domains', render: ({ domains }) => domains.join(', ') },
    {
      key: 'confirmed',
      title: 'Confirmed',
      render: ({ domainClaims }) =>
        domainClaims.every(({ confirmedAt }) => confirmedAt !== null) ? 'Yes' : 'Waits for an administrator',
    },
    {
      key: 'roles',
      title: 'Roles',
      render: ({ groupRoles }) =>
        groupRoles.length === 0 ? 'Given here' : `By ${countWithNoun(groupRoles.length, 'group')}`,
    },
  ];
}
