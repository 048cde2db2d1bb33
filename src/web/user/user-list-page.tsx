import { Button, Group, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listUsers } from '../../client/generated/sdk.gen.ts';
import type { InvitedUser, ListUsersData, User } from '../../client/generated/types.gen.ts';
import { roles } from '../../contract/access/scopes.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { MultiSelectFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { CellLink } from '../ui/page/cell-link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { ShortInstant } from '../ui/time/short-instant.tsx';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { InvitationMenu } from './invitation-menu.tsx';
import { UserStatus } from './invitation-status.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { UserDrawer } from './user-drawer.tsx';

type Sort = NonNullable<NonNullable<ListUsersData['query']>['sort']>;

/** The users and their roles. */
export function UserListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { values, change, ...list } = useUsers();
  const address = { values, change };
  const [invited, setInvited] = useState<InvitedUser | null>(null);
  const mayWrite = me.may('users:write');
  return (
    <Page
      title={t('access.title.users')}
      lead={t('access.text.users')}
      primary={mayWrite && <AddUserMenu open={(item) => change({ item })} />}
    >
      <AdministrationTabs />
      <FilterBar>
        <SearchFilter label={t('access.label.searchUsers')} {...address} />
        <MultiSelectFilter
          name="role"
          label={t('access.label.role')}
          any={t('access.label.anyRole')}
          options={roles.map((value) => ({ value, label: t(`labels.role.${value}`) }))}
          width={220}
          {...address}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('access.title.users')}
        list={list}
        columns={columnsOf(mayWrite ? setInvited : null)}
        empty={
          <EmptyState icon="person" title={t('access.title.noUsers')}>
            {t('access.text.noUsers')}
          </EmptyState>
        }
      />
      {values['item'] === 'new' && (
        <UserDrawer
          id={null}
          onCreated={({ id }) => void navigate({ to: `/administration/users/${id}` })}
          close={() => change({ item: undefined })}
        />
      )}
      {values['item'] === 'invite' && mayWrite && (
        <InviteDialog
          onInvited={(made) => {
            change({ item: undefined });
            setInvited(made);
          }}
          close={() => change({ item: undefined })}
        />
      )}
      {invited !== null && <InvitationLinkDialog invited={invited} close={() => setInvited(null)} />}
    </Page>
  );
}

/** The ways to add a user. */
function AddUserMenu({ open }: { readonly open: (item: 'invite' | 'new') => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Icon name="add" />}>{t('access.action.addUser')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="person" />} onClick={() => open('invite')}>
          {t('access.action.inviteWithLink')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="add" />} onClick={() => open('new')}>
          {t('access.action.createUser')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useUsers() {
  return useList({
    noun: 'users',
    sort: 'name' as Sort,
    filtersOf: (values) => ({
      ...(values['role'] === undefined ? {} : { role: [...listOf(values['role'])] as User['role'][] }),
      ...includeArchivedFilter(values),
    }),
    fetch: (query) => listUsers({ client, query }),
  });
}

function isInvited({ invitation, hasPassword, archivedAt }: User): boolean {
  return invitation !== null && !hasPassword && archivedAt === null;
}

/** @param onLink shows a new link of an invitation. null: the user may not change users */
function columnsOf(onLink: ((invited: InvitedUser) => void) | null): readonly TableColumn<User>[] {
  return [
    {
      key: 'name',
      title: t('access.label.user'),
      sort: 'name',
      render: ({ id, name }) => (
        <CellLink to={`/administration/users/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    { key: 'email', phone: 'value', title: t('common.label.email'), sort: 'email', render: ({ email }) => email },
    { key: 'role', phone: 'value', title: t('access.label.role'), render: ({ role }) => t(`labels.role.${role}`) },
    {
      key: 'password',
      phone: 'hidden',
      title: t('access.label.signInMethod'),
      render: ({ hasPassword, invitation }) => {
        if (hasPassword) return t('access.label.password');
        return invitation === null ? t('access.label.identityProvider') : null;
      },
    },
    {
      key: 'status',
      phone: 'mark',
      title: t('common.label.status'),
      render: (user) => (
        <Group gap="xs" wrap="nowrap">
          <div>
            <UserStatus user={user} />
          </div>
          {onLink !== null && isInvited(user) && <InvitationMenu user={user} onLink={onLink} />}
        </Group>
      ),
    },
    {
      key: 'updated',
      phone: 'hidden',
      title: t('common.label.updated'),
      sort: 'updatedAt',
      nowrap: true,
      render: ({ updatedAt }) => <ShortInstant at={updatedAt} />,
    },
  ];
}
