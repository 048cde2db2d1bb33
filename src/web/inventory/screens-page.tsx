import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPosition, getPositionScreens } from '../../client/generated/sdk.gen.ts';
import type { PositionScreens } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { proofFindingText, screenState, verifiedRangeText } from './model/screen-health-labels.ts';
import { useZone } from './model/use-zone.ts';
import { ScreensNeedingAttention } from './screens-needing-attention.tsx';

type Screen = PositionScreens['screens'][number];

/** How the screens of a position are; without one, the screens of all that need somebody. */
export function ScreensPage() {
  const [values] = useAddress();
  const id = numberOf(values['position'], 0);
  if (id > 0) return <ScreensOfPosition id={id} />;
  return (
    <Page title="Screens" lead="Screens that need somebody: their clock, their files, or nobody has heard of them.">
      <InventoryTabs />
      <ScreensNeedingAttention />
    </Page>
  );
}

/** When each was seen, and whether what it tells of is whole. */
function ScreensOfPosition({ id }: { readonly id: number }) {
  const zone = useZone();
  const position = useQuery({
    queryKey: ['positions', id, 'name'],
    queryFn: () => dataOf(getPosition({ client, path: { id } })),
  });
  const screens = useQuery({
    queryKey: ['positions', id, 'screens'],
    queryFn: () => dataOf(getPositionScreens({ client, path: { id } })),
    refetchInterval: 30_000,
  });
  return (
    <Page
      title={`Screens of ${position.data?.name ?? `position ${id}`}`}
      lead="When each was last seen, its clock, its files, and whether every play that it told of is there."
      crumbs={[
        { text: 'Inventory', to: '/inventory' },
        { text: 'Screens', to: '/inventory/screens' },
      ]}
    >
      {screens.error !== null && <ProblemAlert error={screens.error} again={() => void screens.refetch()} />}
      {screens.data !== undefined && (
        <DataTable
          caption="Screens"
          columns={columnsIn(zone)}
          rows={screens.data.screens}
          rowKey={({ deviceId }) => deviceId}
          empty={
            <EmptyState icon="position" title="No screen has been seen">
              A screen is seen when it asks for a playlist or tells of plays.
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function columnsIn(zone: string): readonly TableColumn<Screen>[] {
  return [
    { key: 'screen', title: 'Screen', render: ({ deviceId }) => deviceId },
    { key: 'state', title: 'State', render: (screen) => <ToneBadge {...screenState(screen, Date.now())} /> },
    {
      key: 'seen',
      title: 'Last seen',
      nowrap: true,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : <Instant at={lastSeenAt} zone={zone} />),
    },
    { key: 'files', title: 'Missing files', render: ({ missingFiles }) => <Lines lines={missingFiles} /> },
    {
      key: 'plays',
      title: 'What it told of',
      render: ({ chains }) => (
        <Stack gap={2}>
          {chains.slice(0, 1).map((chain) => (
            <div key={chain.chainId}>
              <Text fz="sm">{verifiedRangeText(chain)}</Text>
              <Lines lines={chain.findings.map(proofFindingText)} />
            </div>
          ))}
          {chains.length === 0 && '–'}
        </Stack>
      ),
    },
  ];
}

/** Texts below each other; none: nothing. */
function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <List size="xs" listStyleType="none">
      {lines.map((line) => (
        <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </List.Item>
      ))}
    </List>
  );
}
