import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { listMediaPartners } from '../../client/generated/sdk.gen.ts';
import type { ListMediaPartnersData, MediaPartner } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { ArchivedBadge, ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { SearchFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { CellLink } from '../ui/page/cell-link.tsx';
import { Page } from '../ui/page/page.tsx';
import { ShortInstant } from '../ui/time/short-instant.tsx';
import { MediaPartnerDrawer } from './media-partner-drawer.tsx';
import { partnerRoles, rolesText } from './media-partner-labels.ts';

type Query = NonNullable<ListMediaPartnersData['query']>;
type Role = NonNullable<Query['roles']>[number];

const filterNames = ['role', 'inactive', 'archived'];

/** Companies that advertise, receive invoices, or both. */
export function MediaPartnerListPage() {
  const me = useMe();
  const navigate = useNavigate();
  const { values, change, ...list } = usePartners();
  const add = me.may('media-partners:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('mediaPartner.action.new')}
    </Button>
  );
  return (
    <Page title={t('mediaPartner.title.list')} lead={t('mediaPartner.text.list')} primary={!list.isEmpty && add}>
      <FilterBar collapsed={{ values, names: filterNames }}>
        <SearchFilter label={t('mediaPartner.label.search')} values={values} change={change} />
        <SelectFilter
          name="role"
          label={t('mediaPartner.label.role')}
          any={t('mediaPartner.label.anyRole')}
          options={partnerRoles.map((value) => ({ value, label: t(`mediaPartner.role.${value}`) }))}
          width={150}
          values={values}
          change={change}
        />
        <Checkbox
          label={t('mediaPartner.label.includeInactive')}
          checked={values['inactive'] === 'true'}
          onChange={(event) => change({ inactive: event.currentTarget.checked ? 'true' : undefined })}
        />
        <IncludeArchivedSwitch values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('mediaPartner.title.list')}
        list={list}
        columns={columnsOf()}
        empty={
          <EmptyState icon="partner" title={t('mediaPartner.title.noMediaPartners')} action={list.isEmpty && add}>
            {t('mediaPartner.text.noMediaPartners')}
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

function columnsOf(): readonly TableColumn<MediaPartner>[] {
  return [
    {
      key: 'name',
      title: t('mediaPartner.label.mediaPartner'),
      sort: 'name',
      render: ({ id, name }) => (
        <CellLink to={`/media-partners/${id}`} isStrong>
          {name}
        </CellLink>
      ),
    },
    {
      key: 'roles',
      phone: 'value',
      title: t('mediaPartner.label.roles'),
      render: (partner) => rolesText(partner.roles),
    },
    {
      key: 'domains',
      phone: 'value',
      title: t('mediaPartner.label.domains'),
      render: ({ domains }) => domains.join(', '),
    },
    {
      key: 'external',
      phone: 'hidden',
      title: t('common.label.externalId'),
      render: ({ externalId }) => externalId,
    },
    {
      key: 'active',
      phone: 'mark',
      title: t('common.label.status'),
      render: ({ active, archivedAt }) => {
        if (archivedAt !== null) return <ArchivedBadge />;
        if (active) return <ToneBadge text={t('common.label.active')} tone="good" />;
        return <ToneBadge text={t('mediaPartner.label.inactive')} tone="quiet" />;
      },
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
