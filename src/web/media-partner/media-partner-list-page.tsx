import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { listMediaPartners } from '../../client/generated/sdk.gen.ts';
import type { ListMediaPartnersData, MediaPartner } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { MediaPartnerDrawer } from './media-partner-drawer.tsx';
import { partnerRoleLabels, rolesText } from './media-partner-labels.ts';

type Query = NonNullable<ListMediaPartnersData['query']>;
type Role = NonNullable<Query['roles']>[number];

const roles = Object.entries(partnerRoleLabels).map(([value, label]) => ({ value, label }));

/** Companies that advertise, that are invoiced, or both. */
export function MediaPartnerListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { values, change, ...list } = usePartners();
  return (
    <Page
      title="Media partners"
      lead="Companies that advertise or that are invoiced. What they advertise are their brands."
      actions={
        me.may('media-partners:write') && (
          <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
            New media partner
          </Button>
        )
      }
    >
      <FilterBar>
        <SearchFilter label="Find media partners" values={values} change={change} />
        <SelectFilter
          name="role"
          label="Role"
          any="Any role"
          options={roles}
          width={150}
          values={values}
          change={change}
        />
        <Checkbox
          label="Inactive ones too"
          checked={values['inactive'] === 'true'}
          onChange={(event) => change({ inactive: event.currentTarget.checked ? 'true' : undefined })}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption="Media partners"
        list={list}
        columns={columns}
        empty={
          <EmptyState icon="partner" title="No media partner here">
            A media partner is a company that advertises, that is invoiced, or both. Campaigns name one of each.
          </EmptyState>
        }
      />
      {values['item'] === 'new' && (
        <MediaPartnerDrawer
          id={null}
          onCreated={({ id }) => void navigate({ to: `/media-partners/${id}` })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function usePartners() {
  return useList({
    noun: 'media-partners',
    sort: 'name' as NonNullable<Query['sort']>,
    filtersOf: (values) => ({
      ...(values['role'] === undefined ? {} : { roles: [values['role'] as Role] }),
      ...(values['inactive'] === 'true' ? { includeInactive: 'true' as const } : {}),
      ...includeArchivedFilter(values),
    }),
    fetch: (query) => listMediaPartners({ client, query }),
  });
}

const columns: readonly TableColumn<MediaPartner>[] = [
  {
    key: 'name',
    title: 'Media partner',
    sort: 'name',
    render: ({ id, name }) => (
      <TextLink to={`/media-partners/${id}`} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'roles', title: 'Roles', render: (partner) => rolesText(partner.roles) },
  { key: 'domains', title: 'Domains', render: ({ domains }) => domains.join(', ') || '–' },
  { key: 'external', title: 'External id', render: ({ externalId }) => externalId ?? '–' },
  {
    key: 'active',
    title: 'Status',
    render: ({ active, archivedAt }) => {
      if (archivedAt !== null) return <ArchivedBadge />;
      return <ToneBadge {...(active ? { text: 'Active', tone: 'good' } : { text: 'Inactive', tone: 'quiet' })} />;
    },
  },
  {
    key: 'updated',
    title: 'Changed',
    sort: 'updatedAt',
    nowrap: true,
    render: ({ updatedAt }) => <Instant at={updatedAt} />,
  },
];
