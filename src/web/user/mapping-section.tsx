import { ActionIcon, Alert } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteUserMapping, listUserMappings } from '../../client/generated/sdk.gen.ts';
import type { User, UserMapping } from '../../client/generated/types.gen.ts';
import { client, dataOf, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { NewMapping } from './new-mapping.tsx';

const pageSize = 50;
const partners = partnerChoices();
const brands = brandChoices();

/** The companies and brands that an advertiser can see and book. */
export function MappingSection({ user }: { readonly user: User }) {
  const me = useMe();
  const [page, setPage] = useState(1);
  const query = { limit: pageSize, offset: (page - 1) * pageSize };
  const { data, error, refetch } = useQuery({
    queryKey: ['user-mapping', user.email, query],
    queryFn: () => listDataOf(listUserMappings({ client, path: { user: user.email }, query })),
    placeholderData: keepPreviousData,
  });
  const mayWrite = me.may('user-mapping:write') && user.archivedAt === null;
  const columns = useColumns(user, data?.rows ?? [], mayWrite);
  return (
    <Section title={t('access.title.mappings')} lead={t('access.text.mappings')}>
      {user.role !== 'advertiser' && (
        <Alert variant="light" color="gray" mb="sm" icon={<Icon name="info" />}>
          {t('access.text.mappingsUnused')}
        </Alert>
      )}
      {error === null ? (
        <DataTable
          caption={t('access.title.mappings')}
          columns={columns}
          rows={data?.rows}
          rowKey={keyOf}
          paging={{ page, pageSize, total: data?.total ?? 0, onPage: setPage }}
          empty={user.role === 'advertiser' ? <NoMappings /> : null}
        />
      ) : (
        <ProblemAlert error={error} retry={() => void refetch()} />
      )}
      {mayWrite && <NewMapping user={user} />}
    </Section>
  );
}

function useColumns(user: User, rows: readonly UserMapping[], mayWrite: boolean): readonly TableColumn<UserMapping>[] {
  const partnerName = useNames(
    partners,
    rows.flatMap((row) => [row.advertiserCompanyId, row.invoiceCompanyId]),
  );
  const brandName = useNames(
    brands,
    rows.map(({ brandId }) => brandId),
  );
  const remove = useChange({
    nouns: ['user-mapping'],
    change: ({ advertiserCompanyId, brandId, invoiceCompanyId }: UserMapping) =>
      dataOf(deleteUserMapping({ client, body: { user: user.email, advertiserCompanyId, brandId, invoiceCompanyId } })),
    done: t('access.text.mappingRemoved'),
  });
  const columns: readonly TableColumn<UserMapping>[] = [
    {
      key: 'advertiser',
      title: t('access.label.advertiser'),
      render: ({ advertiserCompanyId: id }) => (
        <TextLink to={`/media-partners/${id}`} fz="sm">
          {partnerName(id)}
        </TextLink>
      ),
    },
    { key: 'brand', title: t('access.label.brand'), render: ({ brandId }) => brandName(brandId) },
    {
      key: 'invoice',
      title: t('access.label.invoiceCompany'),
      render: ({ invoiceCompanyId: id }) => (id === null ? t('access.label.anyInvoiceCompany') : partnerName(id)),
    },
  ];
  if (!mayWrite) return columns;
  const removal: TableColumn<UserMapping> = {
    key: 'remove',
    title: t('common.action.remove'),
    align: 'end',
    render: (row) => (
      <ActionIcon
        color="gray"
        aria-label={t('access.action.removeMapping', {
          brand: brandName(row.brandId),
          advertiser: partnerName(row.advertiserCompanyId),
        })}
        onClick={() => remove.mutate(row)}
      >
        <Icon name="remove" />
      </ActionIcon>
    ),
  };
  return [...columns, removal];
}

function NoMappings() {
  return (
    <Alert variant="light" color="orange" icon={<Icon name="attention" />}>
      {t('access.text.noMappings')}
    </Alert>
  );
}

function keyOf({ advertiserCompanyId, brandId, invoiceCompanyId }: UserMapping): string {
  return `${advertiserCompanyId}-${brandId}-${invoiceCompanyId}`;
}
