import { Button } from '@mantine/core';
import { listConversionActions } from '../../client/generated/sdk.gen.ts';
import type { ConversionAction, ListConversionActionsData } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { ConversionActionDrawer } from './conversion-action-drawer.tsx';
import { ConversionTabs } from './conversion-tabs.tsx';

type Sort = NonNullable<NonNullable<ListConversionActionsData['query']>['sort']>;
type NameOf = (id: number) => string;

const partners = partnerChoices();
const brands = brandChoices();

/** Conversion actions, with the code that reports their conversions. */
export function ConversionActionListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'conversion-actions',
    sort: 'name' as Sort,
    fetch: (query) => listConversionActions({ client, query }),
  });
  const rows = list.rows ?? [];
  const partnerName = useNames(
    partners,
    rows.map(({ mediaPartnerId }) => mediaPartnerId),
  );
  const brandName = useNames(
    brands,
    rows.map(({ brandId }) => brandId),
  );
  const item = values['item'];
  const add = me.may('media-partners:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('labels.newResource.conversion-actions')}
    </Button>
  );
  return (
    <Page title={t('conversion.title.conversions')} lead={t('conversion.text.actions')} actions={!list.isEmpty && add}>
      <ConversionTabs />
      <ListTable
        caption={t('conversion.label.actions')}
        list={list}
        columns={columnsOf({ partnerName, brandName }, (id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="done" title={t('conversion.title.noActions')} action={list.isEmpty && add}>
            {t('conversion.text.noActions')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <ConversionActionDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(
  { partnerName, brandName }: { readonly partnerName: NameOf; readonly brandName: NameOf },
  open: (id: number) => void,
): readonly TableColumn<ConversionAction>[] {
  return [
    {
      key: 'name',
      title: t('labels.resourceType.conversion-actions'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    {
      key: 'category',
      title: t('conversion.label.category'),
      render: ({ category }) => t(`conversion.category.${category}`),
    },
    {
      key: 'mediaPartner',
      title: t('conversion.label.mediaPartner'),
      render: ({ mediaPartnerId }) => partnerName(mediaPartnerId),
    },
    {
      key: 'brand',
      title: t('conversion.label.brand'),
      render: ({ brandId }) => (brandId === null ? t('conversion.label.allBrands') : brandName(brandId)),
    },
    {
      key: 'counting',
      title: t('conversion.label.counting'),
      render: ({ counting }) => t(`conversion.counting.${counting}`),
    },
    { key: 'clickDays', title: t('conversion.label.clickDays'), align: 'end', render: ({ clickDays }) => clickDays },
    { key: 'viewDays', title: t('conversion.label.viewDays'), align: 'end', render: ({ viewDays }) => viewDays },
  ];
}
