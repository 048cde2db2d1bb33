/*
 * The list of all bookings.
 *
 * - `booking-list-page.tsx`, `booking-filters.tsx`, `view-switch.tsx`: the page, its filters, and the choice between table and
 *   timeline (`../timeline`). `booking-columns.tsx`, `booking-figures.ts`: the columns.
 * - `booking-cells.tsx`, `creatives-cell.tsx`, `campaign-name.tsx`, `weight-form.tsx`: edits of one booking in the table, with
 *   `../model/use-booking-edit.ts`.
 * - `booking-bulk-bar.tsx`: actions of many bookings. `../bulk` edits them.
 */

import { Box, Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { everyObject } from '../../../client/every-object.ts';
import { listBookings } from '../../../client/generated/sdk.gen.ts';
import type { Booking, ListBookingsData } from '../../../client/generated/types.gen.ts';
import { client } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { prefetchNames, useNames } from '../../api/use-names.ts';
import { useSpendLabel } from '../../api/use-spend-label.ts';
import { campaignChoices } from '../../campaign/campaign-choices.ts';
import { t } from '../../i18n/t.ts';
import { ColumnMenu } from '../../ui/list/column-menu.tsx';
import { gridLayout } from '../../ui/list/data-grid.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { SavedViews } from '../../ui/list/saved-views.tsx';
import { useColumnChoice } from '../../ui/list/use-columns.ts';
import { prefetchList, useList } from '../../ui/list/use-list.ts';
import { notifyProblem } from '../../ui/notice/notify.ts';
import { ButtonLink, NewButton, TextLink } from '../../ui/page/link.tsx';
import { Page } from '../../ui/page/page.tsx';
import type { PageLocation } from '../../ui/page/page-routes.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { bookingQueryOf } from '../model/booking-query.ts';
import { useBookingEdit } from '../model/use-booking-edit.ts';
import { bookingListColumns } from './booking-columns.tsx';
import { BookingFilters } from './booking-filters.tsx';
import { CampaignNames } from './campaign-name.tsx';

const ViewSwitch = lazy(async () => ({ default: (await import('./view-switch.tsx')).ViewSwitch }));
const BookingTimeline = lazy(async () => ({
  default: (await import('../timeline/booking-timeline.tsx')).PlanningTimeline,
}));
const BookingBulkBar = lazy(async () => ({ default: (await import('./booking-bulk-bar.tsx')).BookingBulkBar }));

type Query = NonNullable<ListBookingsData['query']>;

/** Parameters of the address that are not filters. */
const otherParameters: readonly string[] = ['sort', 'page', 'view', 'group', 'zoom', 'at'];

const bookingList = {
  noun: 'bookings',
  // What needs action first.
  sort: 'health' as NonNullable<Query['sort']>,
  remembersSort: true,
  filtersOf: bookingQueryOf,
  fetch: (query: Query) => listBookings({ client, query }),
};

/** Starts to load the bookings and the names of their campaigns. */
export async function prefetchBookingList({ search }: PageLocation): Promise<void> {
  if (search['view'] === 'timeline') return;
  const list = await prefetchList(bookingList, search).catch(() => null);
  if (list !== null) void prefetchNames(campaignChoices, campaignIdsOf(list.rows));
}

const campaignIdsOf = (rows: readonly Booking[] = []) => rows.map(({ campaignId }) => campaignId);

/** The bookings of all campaigns: filters, and a table or a timeline. */
export function BookingListPage() {
  const me = useMe();
  const mayWrite = me.may('bookings:write');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [{ view }] = useAddress();
  const isTimeline = view === 'timeline';
  const { values, change, ...list } = useList({ ...bookingList, isEnabled: !isTimeline });
  const nameOf = useNames(campaignChoices, campaignIdsOf(list.rows));
  const edit = useBookingEdit();
  const spendLabel = useSpendLabel();
  const all = useMemo(() => bookingListColumns(mayWrite ? edit : null, spendLabel), [mayWrite, edit, spendLabel]);
  const choice = useColumnChoice<Booking>('bookings', all);
  const isFiltered = Object.keys(values).some((name) => !otherParameters.includes(name));
  const selectMatching = async () => setSelected(await idsOf(list.query));
  return (
    <Page
      title={t('booking.title.list')}
      actions={
        <>
          <Suspense fallback={<Skeleton width={150} height={36} />}>
            <ViewSwitch isTimeline={isTimeline} onChange={(next) => change({ view: next })} />
          </Suspense>
          <SavedViews list="bookings" values={values} />
          {!isTimeline && <ColumnMenu all={all} choice={choice} />}
        </>
      }
      primary={mayWrite && <NewButton to="/bookings/new">{t('booking.action.new')}</NewButton>}
    >
      <BookingFilters values={values} change={change} />
      {isTimeline && (
        <Suspense fallback={<Skeleton height={320} />}>
          <BookingTimeline values={values} change={change} edit={mayWrite ? edit : null} />
        </Suspense>
      )}
      {!isTimeline && (
        <CampaignNames value={nameOf}>
          <Box pos="relative">
            {selected.size > 0 && (
              <Suspense>
                <BookingBulkBar selected={selected} rows={list.rows ?? []} clear={() => setSelected(new Set())}>
                  {selected.size < list.paging.total && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() => void selectMatching().catch(notifyProblem)}
                    >
                      {t('booking.action.selectAllMatching', { count: list.paging.total })}
                    </Button>
                  )}
                </BookingBulkBar>
              </Suspense>
            )}
            <ListTable
              caption={t('booking.title.list')}
              list={list}
              columns={choice.columns}
              grid={gridLayout(choice.resize)}
              {...(mayWrite ? { selection: { selected, onSelect: setSelected } } : {})}
              empty={isFiltered ? <NoMatches /> : <NoBookings />}
            />
          </Box>
        </CampaignNames>
      )}
    </Page>
  );
}

/** The ids of all bookings that match the filters of a page. */
async function idsOf(query: Query): Promise<ReadonlySet<number>> {
  const { limit: _limit, offset: _offset, ...filters } = query;
  const ids = new Set<number>();
  const list = (page: { readonly limit: number; readonly cursor?: string }) =>
    listBookings({ client, query: { ...filters, ...page } });
  for await (const { id } of everyObject<Booking>(list)) ids.add(id);
  return ids;
}

function NoMatches() {
  return (
    <EmptyState icon="filter" title={t('booking.title.noMatch')}>
      <TextLink to="/bookings">{t('booking.action.showAll')}</TextLink>
    </EmptyState>
  );
}

function NoBookings() {
  const me = useMe();
  return (
    <EmptyState
      icon="booking"
      title={t('booking.title.noBookings')}
      action={me.may('campaigns:write') && <ButtonLink to="/campaigns/new">{t('campaign.action.new')}</ButtonLink>}
    >
      {t('booking.text.noBookings')}
    </EmptyState>
  );
}
