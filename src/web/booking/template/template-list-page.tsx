/*
 * Booking templates.
 *
 * - `template-list-page.tsx`, `template-drawer.tsx`: the list, and name, description and visibility of one template.
 * - `from-template.tsx`, `template-picker.tsx`: a new booking from a template. `save-as-template.tsx`,
 *   `save-template-dialog.tsx`: a template from a booking. `template-fields.tsx`: fields of both.
 * - `template-values.ts`: conversions between bookings and templates. `booking-template-resource.ts`: calls.
 */

import { ActionIcon, Menu, Text } from '@mantine/core';
import { listBookingTemplates } from '../../../client/generated/sdk.gen.ts';
import type { BookingTemplate, ListBookingTemplatesData } from '../../../client/generated/types.gen.ts';
import { client, dataOf, objectWithEtag } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { TableColumn } from '../../ui/list/data-table.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { SearchFilter } from '../../ui/list/list-filters.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { numberOf } from '../../ui/page/use-address.ts';
import { Instant } from '../../ui/time/instant.tsx';
import { bookingTemplateResource } from './booking-template-resource.ts';
import { TemplateDrawer } from './template-drawer.tsx';

type Sort = NonNullable<NonNullable<ListBookingTemplatesData['query']>['sort']>;

/** The templates of the user, and shared ones. */
export function TemplateListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'booking-templates',
    sort: 'name' as Sort,
    fetch: (query) => listBookingTemplates({ client, query }),
  });
  const { item } = values;
  const open = (id: string | undefined) => change({ item: id, page: values['page'] });
  return (
    <Page
      title={t('bookingTemplate.title.list')}
      lead={t('bookingTemplate.text.lead')}
      crumbs={[{ text: t('booking.title.list'), to: '/bookings' }]}
    >
      <FilterBar>
        <SearchFilter label={t('bookingTemplate.label.search')} values={values} change={change} />
      </FilterBar>
      <ListTable
        caption={t('bookingTemplate.title.list')}
        list={list}
        columns={columnsOf(me.may('bookings:write'), (id) => open(String(id)))}
        empty={
          <EmptyState icon="booking" title={t('bookingTemplate.title.none')}>
            {t('bookingTemplate.text.none')}
          </EmptyState>
        }
      />
      {item !== undefined && <TemplateDrawer key={item} id={numberOf(item, 0)} close={() => open(undefined)} />}
    </Page>
  );
}

function columnsOf(mayWrite: boolean, edit: (id: number) => void): readonly TableColumn<BookingTemplate>[] {
  return [
    {
      key: 'name',
      title: t('bookingTemplate.label.template'),
      sort: 'name',
      render: ({ id, name, description }) => (
        <>
          {mayWrite ? (
            <TextLink to="/bookings/new" search={{ template: String(id) }} fz="sm" fw={550}>
              {name}
            </TextLink>
          ) : (
            <Text fz="sm" fw={550}>
              {name}
            </Text>
          )}
          {description !== null && (
            <Text fz="xs" c="dimmed">
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'type',
      title: t('booking.label.type'),
      nowrap: true,
      render: ({ settings: { type } }) => t(`labels.bookingType.${type}`),
    },
    {
      key: 'shared',
      title: t('bookingTemplate.label.visibility'),
      nowrap: true,
      render: ({ shared }) => (
        <ToneBadge
          text={t(shared ? 'bookingTemplate.label.sharedBadge' : 'bookingTemplate.label.privateBadge')}
          tone={shared ? 'good' : 'quiet'}
        />
      ),
    },
    {
      key: 'owner',
      title: t('bookingTemplate.label.owner'),
      render: ({ ownerName, owner }) => ownerName ?? owner,
    },
    {
      key: 'updated',
      title: t('common.label.updated'),
      sort: 'updatedAt',
      nowrap: true,
      render: ({ updatedAt }) => <Instant at={updatedAt} />,
    },
    {
      key: 'actions',
      title: t('common.label.actions'),
      align: 'end',
      render: (row) => (row.editable && mayWrite ? <RowMenu row={row} edit={() => edit(row.id)} /> : null),
    },
  ];
}

function RowMenu({ row, edit }: { readonly row: BookingTemplate; readonly edit: () => void }) {
  const { id, name } = row;
  const nouns = ['booking-templates'];
  const restore = useChange({ nouns, change: () => dataOf(bookingTemplateResource.unarchive(id)) });
  const remove = useChange({
    nouns,
    change: async () => {
      const { etag } = await objectWithEtag(bookingTemplateResource.read(id));
      return await dataOf(bookingTemplateResource.archive(id, etag));
    },
    onDone: () => notifyWithUndo(t('bookingTemplate.notice.deleted', { name }), () => restore.mutate(undefined)),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color="gray" aria-label={t('bookingTemplate.action.rowActions', { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={edit}>{t('bookingTemplate.action.rename')}</Menu.Item>
        <Menu.Item color="red" onClick={() => remove.mutate(undefined)}>
          {t('bookingTemplate.action.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
