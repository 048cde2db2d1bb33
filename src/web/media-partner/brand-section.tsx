import { Button, Group } from '@mantine/core';
import { listBrands } from '../../client/generated/sdk.gen.ts';
import type { Brand, ListBrandsData, MediaPartner } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { ArchivedBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { IncludeArchivedSwitch, includeArchivedFilter } from '../ui/list/include-archived.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { BrandDrawer } from './brand-drawer.tsx';

type Sort = NonNullable<NonNullable<ListBrandsData['query']>['sort']>;

/** The brands of a media partner. */
export function BrandSection({ partner }: { readonly partner: MediaPartner }) {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'brands',
    sort: 'name' as Sort,
    filtersOf: (values) => ({ mediaPartnerId: [partner.id], ...includeArchivedFilter(values) }),
    fetch: (query) => listBrands({ client, query }),
  });
  const item = /^brand-(new|[1-9]\d{0,15})$/.exec(values['item'] ?? '')?.[1];
  const mayAdd = me.may('media-partners:write') && partner.archivedAt === null;
  return (
    <Section
      title={t('mediaPartner.title.brands')}
      lead={t('mediaPartner.text.brands')}
      actions={
        <Group gap="sm">
          <IncludeArchivedSwitch values={values} change={change} />
          {mayAdd && (
            <Button
              variant="default"
              leftSection={<Icon name="add" />}
              onClick={() => change({ item: 'brand-new', page: values['page'] })}
            >
              {t('mediaPartner.action.newBrand')}
            </Button>
          )}
        </Group>
      }
    >
      <ListTable
        caption={t('mediaPartner.title.brands')}
        list={list}
        columns={columnsOf((id) => change({ item: `brand-${id}`, page: values['page'] }))}
        empty={
          <EmptyState icon="partner" title={t('mediaPartner.title.noBrands')}>
            {t('mediaPartner.text.noBrands', { name: partner.name })}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <BrandDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          mediaPartnerId={partner.id}
          close={() => change({ item: undefined, page: values['page'] })}
        />
      )}
    </Section>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<Brand>[] {
  return [
    {
      key: 'name',
      title: t('mediaPartner.label.brand'),
      sort: 'name',
      render: ({ id, name, archivedAt }) => (
        <Group gap="xs">
          <NameButton name={name} onOpen={() => open(id)} />
          {archivedAt !== null && <ArchivedBadge />}
        </Group>
      ),
    },
    {
      key: 'domains',
      phone: 'value',
      title: t('mediaPartner.label.domains'),
      render: ({ domains }) => domains.join(', '),
    },
    {
      key: 'categories',
      phone: 'value',
      title: t('mediaPartner.label.categories'),
      render: ({ categories }) => categories.join(', '),
    },
    {
      key: 'external',
      phone: 'hidden',
      title: t('common.label.externalId'),
      render: ({ externalId }) => externalId,
    },
    {
      key: 'campaigns',
      phone: 'mark',
      title: t('mediaPartner.label.campaigns'),
      render: ({ id }) => (
        <TextLink to="/campaigns" search={{ brand: String(id) }} fz="sm">
          {t('mediaPartner.action.viewCampaigns')}
        </TextLink>
      ),
    },
  ];
}
