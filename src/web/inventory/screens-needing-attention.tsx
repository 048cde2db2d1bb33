import { Group } from '@mantine/core';
import { listUnhealthyScreens } from '../../client/generated/sdk.gen.ts';
import type { ListUnhealthyScreensData, UnhealthyScreen } from '../../client/generated/types.gen.ts';
import { screenConditions } from '../../core/vocabulary/screen-conditions.ts';
import { client } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { MultiSelectFilter } from '../ui/list/list-filters.tsx';
import { useList } from '../ui/list/use-list.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { listOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { screenConditionBadge } from './model/screen-condition-badge.ts';

type Conditions = NonNullable<NonNullable<ListUnhealthyScreensData['query']>['condition']>;

/** Screens of all positions that need attention, most severe first. */
export function ScreensNeedingAttention() {
  const { values, change, ...list } = useList({
    noun: 'screens',
    sort: '',
    filtersOf: ({ condition }) => {
      const chosen = listOf(condition) as Conditions;
      return chosen.length === 0 ? {} : { condition: chosen };
    },
    fetch: ({ search: _, sort: __, ...query }) => listUnhealthyScreens({ client, query }),
  });
  return (
    <>
      <FilterBar>
        <MultiSelectFilter
          name="condition"
          label={t('inventory.label.issue')}
          any={t('inventory.label.anyIssue')}
          options={screenConditions.map((value) => ({ value, label: t(`labels.screenCondition.${value}`) }))}
          width={260}
          values={values}
          change={change}
        />
      </FilterBar>
      {list.error !== null ? (
        <ProblemAlert error={list.error} retry={list.refresh} />
      ) : (
        <DataTable
          caption={t('inventory.title.screensNeedingAttention')}
          columns={columnsOf()}
          rows={list.rows}
          rowKey={({ positionId, deviceId }) => `${positionId} ${deviceId}`}
          paging={list.paging}
          empty={
            <EmptyState icon="done" title={t('inventory.title.screensHealthy')}>
              {t('inventory.text.screensHealthy')}
            </EmptyState>
          }
        />
      )}
    </>
  );
}

function columnsOf(): readonly TableColumn<UnhealthyScreen>[] {
  return [
    {
      key: 'screen',
      title: t('inventory.label.screen'),
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
    { key: 'position', title: t('inventory.label.position'), render: ({ slotName }) => slotName },
    {
      key: 'conditions',
      title: t('inventory.label.issue'),
      render: (screen) => (
        <Group gap={6}>
          {screen.conditions.map((condition) => (
            <ToneBadge key={condition} {...screenConditionBadge(condition)} />
          ))}
        </Group>
      ),
    },
    {
      key: 'seen',
      title: t('inventory.label.lastSeen'),
      nowrap: true,
      render: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
    },
  ];
}
