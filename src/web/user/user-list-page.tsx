import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { listUsers } from '../../client/generated/sdk.gen.ts';
import type { ListUsersData, User } from '../../client/generated/types.gen.ts';
import { roles } from '../../contract/access/scopes.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { MultiSelectFilter, SearchFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { UserDrawer } from './user-drawer.tsx';

type Sort = NonNullable<NonNullable<ListUsersData['query']>['sort']>;

/** People who sign in, and what they may do. */
export function UserListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { values, change, ...list } = useUsers();
  const address = { values, change };
  return (
    <Page
      title="Users"
      lead="People who sign in here. Their role says what they may do."
      actions={
        me.may('users:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
            New user
          </Button>
        )
      }
    >
      <AdministrationTabs />
      <FilterBar>
        <SearchFilter label="Find users" {...address} />
        <MultiSelectFilter
          name="role"
          label="Role"
          any="Any role"
          options={roles.map((value) => ({ value, label: t(`labels.role.${value}`) }))}
          width={220}
          {...address}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption="Users"
        list={list}
        columns={columns}
        empty={
          <EmptyState icon="person" title="Nobody fits these filters">
            Add people one by one here, or let an identity provider make them when they first sign in.
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
    </Page>
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

const columns: readonly TableColumn<User>[] = [
  {
    key: 'name',
    title: 'User',
    sort: 'name',
    render: ({ id, name }) => (
      <TextLink to={`/administration/users/${id}`} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'email', title: 'E-mail address', sort: 'email', render: ({ email }) => email },
  { key: 'role', title: 'Role', render: ({ role }) => t(`labels.role.${role}`) },
  {
    key: 'password',
    title: 'Signs in with',
    render: ({ hasPassword }) => (hasPassword ? 'Password' : 'Identity provider'),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ archivedAt }) => (archivedAt === null ? <ToneBadge text="Active" tone="good" /> : <ArchivedBadge />),
  },
  {
    key: 'updated',
    title: 'Changed',
    sort: 'updatedAt',
    nowrap: true,
    render: ({ updatedAt }) => <Instant at={updatedAt} />,
  },
];
