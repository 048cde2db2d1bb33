import { Group } from '@mantine/core';
import { listUnwellScreens } from '../../client/generated/sdk.gen.ts';
import type { ListUnwellScreensData, UnwellScreen } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { MultiSelectFilter } from '../ui/list/list-filters.tsx';
import { useList } from '../ui/list/use-list.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { conditionLabels } from './model/screen-health-labels.ts';

type Conditions = NonNullable<NonNullable<ListUnwellScreensData['query']>['condition']>;

const conditions = Object.entries(conditionLabels).map(([value, { text }]) => ({ value, label: text }));

/** The screens of all positions that somebody has to look after, the worst first. */
export function ScreensNeedingAttention() {
  const { values, change, ...list } = useList({
    noun: 'screens',
    sort: '',
    filtersOf: ({ condition }) => {
      const chosen = listOf(condition) as Conditions;
      return chosen.length === 0 ? {} : { condition: chosen };
    },
    fetch: ({ search: _, sort: __, ...query }) => listUnwellScreens({ client, query }),
  });
  return (
    <>
      <FilterBar>
        <MultiSelectFilter
          name="condition"
          label="What is the matter"
          any="Anything"
          options={conditions}
          width={260}
          values={values}
          change={change}
        />
      </FilterBar>
      {list.error !== null ? (
        <ProblemAlert error={list.error} again={list.again} />
      ) : (
        <DataTable
          caption="Screens that need somebody"
          columns={columns}
          rows={list.rows}
          rowKey={({ positionId, deviceId }) => `${positionId} ${deviceId}`}
          paging={list.paging}
          empty={
            <EmptyState icon="done" title="No screen needs somebody">
              Those that were seen have a right clock and their files, and what they told of is whole.
            </EmptyState>
          }
        />
      )}
    </>
  );
}

const columns: readonly TableColumn<UnwellScreen>[] = [
  {
    key: 'screen',
    title: 'Screen',
    render: ({ deviceId, positionId }) => (
      <TextLink
        to="/inventory/screens"
        search={{ position: String(positionId) }}
        fz="sm"
        fw={550}
        style={{ overflowWrap: 'anywhere' }}
      >
        {deviceId}
      </TextLink>
    ),
  },
  { key: 'position', title: 'Position', render: ({ slotName }) => slotName },
  {
    key: 'conditions',
    title: 'What is the matter',
    render: (screen) => (
      <Group gap={6}>
        {screen.conditions.map((condition) => (
          <ToneBadge key={condition} {...conditionLabels[condition]} />
        ))}
      </Group>
    ),
  },
  { key: 'seen', title: 'Last seen', nowrap: true, render: ({ lastSeenAt }) => <Instant at={lastSeenAt} /> },
];
