import { Button, Paper, Skeleton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listActivity, listUsers } from '../../client/generated/sdk.gen.ts';
import type { ActivityEntry } from '../../client/generated/types.gen.ts';
import { type ActivityKind, activityKinds } from '../../contract/collaboration/activity.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import { maxPageSize } from '../../core/vocabulary/limits/api-limits.ts';
import { ActivityDrawer } from '../activity/activity-drawer.tsx';
import { ActivityList } from '../activity/activity-list.tsx';
import { actorOf } from '../activity/activity-sentence.tsx';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { Select } from '../ui/field/selects.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ReferenceFilter, SelectFilter } from '../ui/list/list-filters.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';

type Values = Readonly<Record<string, string | undefined>>;
type AddressProps = { readonly values: Values; readonly change: (changes: Values) => void };

/** Who changed which objects, newest first. */
export function ActivityPage() {
  const [values, change] = useAddress();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity(values);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const open = numberOf(values['entry'], 0);
  return (
    <Page title={t('shell.page.activity')} lead={t('activity.text.lead')}>
      <FilterBar>
        <ActorFilter values={values} change={change} entries={entries} />
        <KindFilter values={values} change={change} />
        <CampaignFilter values={values} change={change} />
      </FilterBar>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && entries.length === 0 && (
        <EmptyState icon="clock" title={t('activity.title.noEntries')}>
          {t('activity.text.noEntries')}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <Paper>
          <ActivityList entries={entries} open={(id) => change({ entry: String(id) })} />
        </Paper>
      )}
      {hasNextPage && (
        <Button mt="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('activity.action.showEarlier')}
        </Button>
      )}
      {open > 0 && <ActivityDrawer id={open} close={() => change({ entry: undefined })} />}
    </Page>
  );
}

function useActivity({ actor, kind, campaign }: Values) {
  const campaignId = numberOf(campaign, 0);
  const filters = {
    ...(actor === undefined ? {} : { actor: [actor] }),
    ...(kind === undefined ? {} : { kind: [kind as ActivityKind] }),
    ...(campaignId === 0 ? {} : { campaignId }),
  };
  return useInfiniteQuery({
    queryKey: ['activity', 'list', filters],
    queryFn: ({ pageParam }) =>
      dataOf(listActivity({ client, query: { ...filters, ...(pageParam === null ? {} : { before: pageParam }) } })),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** The authors of the shown entries, and for administrators all users. */
function ActorFilter({ values, change, entries }: AddressProps & { readonly entries: readonly ActivityEntry[] }) {
  const mayList = useMe().may('users:read');
  const { data: users = [] } = useQuery({
    queryKey: ['users', 'authors'],
    queryFn: () => dataOf(listUsers({ client, query: { limit: maxPageSize, includeArchived: 'true' } })),
    enabled: mayList,
  });
  const chosen = values['actor'] ?? null;
  const names = new Map([
    ...(chosen === null ? [] : [[chosen, chosen] as const]),
    ...entries.map((entry) => [entry.actor, actorOf(entry)] as const),
    ...users.map(({ id, name }) => [`user:${id}`, name] as const),
  ]);
  return (
    <Select
      aria-label={t('activity.label.author')}
      placeholder={t('activity.label.anyAuthor')}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={chosen}
      onChange={(actor) => change({ actor: actor ?? undefined })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('activity.label.anyAuthor') }}
      w={{ base: '100%', xs: 200 }}
    />
  );
}

function KindFilter(props: AddressProps) {
  const me = useMe();
  const kinds = activityKinds.filter((kind) => me.may(resourceTypeOf(kind).readScope));
  return (
    <SelectFilter
      {...props}
      name="kind"
      label={t('activity.label.objectType')}
      any={t('activity.label.anyType')}
      options={kinds.map((value) => ({ value, label: t(`labels.resourceType.${value}`) }))}
      width={180}
    />
  );
}

function CampaignFilter(props: AddressProps) {
  if (!useMe().may('campaigns:read')) return null;
  return (
    <ReferenceFilter
      {...props}
      name="campaign"
      label={t('activity.label.campaign')}
      source={campaignChoices}
      width={240}
    />
  );
}
