import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPosition, getPositionScreens } from '../../client/generated/sdk.gen.ts';
import type { PositionScreens } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { InventoryTabs } from './inventory-tabs.tsx';
import { proofFindingText, screenHealthBadge, verifiedRangeText } from './model/screen-health-labels.ts';
import { useZone } from './model/use-zone.ts';
import { ScreensNeedingAttention } from './screens-needing-attention.tsx';

type Screen = PositionScreens['screens'][number];

/** The screens of a position, or all screens needing attention when the URL names no position. */
export function ScreensPage() {
  const [values] = useAddress();
  const id = numberOf(values['position'], 0);
  if (id > 0) return <ScreensOfPosition id={id} />;
  return (
    <Page title={t('inventory.title.screens')} lead={t('inventory.text.screens')}>
      <InventoryTabs />
      <ScreensNeedingAttention />
    </Page>
  );
}

/** Last contact, health and play records of each screen of a position. */
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
      title={t('inventory.title.screensOf', {
        position: position.data?.name ?? t('inventory.label.positionId', { id }),
      })}
      lead={t('inventory.text.screensOf')}
      crumbs={[
        { text: t('inventory.title.inventory'), to: '/inventory' },
        { text: t('inventory.title.screens'), to: '/inventory/screens' },
      ]}
    >
      {screens.error !== null && <ProblemAlert error={screens.error} retry={() => void screens.refetch()} />}
      {screens.data !== undefined && (
        <DataTable
          caption={t('inventory.title.screens')}
          columns={columnsIn(zone)}
          rows={screens.data.screens}
          rowKey={({ deviceId }) => deviceId}
          empty={
            <EmptyState icon="position" title={t('inventory.title.noScreens')}>
              {t('inventory.text.noScreens')}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function columnsIn(zone: string): readonly TableColumn<Screen>[] {
  return [
    { key: 'screen', title: t('inventory.label.screen'), render: ({ deviceId }) => deviceId },
    {
      key: 'state',
      title: t('common.label.status'),
      render: (screen) => <ToneBadge {...screenHealthBadge(screen, Date.now())} />,
    },
    {
      key: 'seen',
      title: t('inventory.label.lastSeen'),
      nowrap: true,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? null : <Instant at={lastSeenAt} zone={zone} />),
    },
    {
      key: 'files',
      title: t('inventory.label.missingFiles'),
      render: ({ missingFiles }) => <Lines lines={missingFiles} />,
    },
    {
      key: 'plays',
      title: t('inventory.label.playRecords'),
      render: ({ chains }) =>
        chains.length === 0 ? null : (
          <Stack gap={2}>
            {chains.slice(0, 1).map((chain) => (
              <div key={chain.chainId}>
                <Text fz="sm">{verifiedRangeText(chain)}</Text>
                <Lines lines={chain.findings.map(proofFindingText)} />
              </div>
            ))}
          </Stack>
        ),
    },
  ];
}

/** One line for each text. */
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
