import { Alert, Stack, Table, Text } from '@mantine/core';
import { getSegmentDelivery } from '../../client/generated/sdk.gen.ts';
import type { SegmentDeliveryReport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { countText } from '../labels/figures.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { deliveryStatusBadge, segmentFaultText } from './audience-labels.ts';

/** Refresh interval during an import. */
const refreshMs = 2_000;
/** Invalid rows that are shown. The API returns the first 1,000. */
const maxShown = 200;

/** The report of a delivery, with its invalid rows. */
export function DeliveryReport({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <QueryDrawer
      query={{
        queryKey: ['segments', 'delivery', id],
        queryFn: () => dataOf(getSegmentDelivery({ client, path: { deliveryId: id } })),
        refetchInterval: ({ state }) => (state.data?.status === 'importing' ? refreshMs : false),
      }}
      title={(report) => report?.folder || t('audience.label.delivery')}
      width={560}
      close={close}
    >
      {(report) => <Report report={report} />}
    </QueryDrawer>
  );
}

function Report({ report }: { readonly report: SegmentDeliveryReport }) {
  const { status, rows, badRows, memberships, detail, faults, badRowList } = report;
  return (
    <Stack gap="md">
      <div>
        <ToneBadge {...deliveryStatusBadge(status)} />
      </div>
      {detail !== null && (
        <Alert color="red" title={t('audience.title.refused')}>
          {detail}
        </Alert>
      )}
      <Text fz="sm">
        {memberships === null
          ? t('audience.format.rows', { rows, bad: badRows })
          : t('audience.format.rowsAndMemberships', { rows, bad: badRows, memberships })}
      </Text>
      {Object.entries(faults).map(([code, count]) => (
        <Text key={code} fz="sm">
          {t('audience.format.faultCount', { count, fault: segmentFaultText(code) })}
        </Text>
      ))}
      {badRowList.length > 0 && (
        <Table>
          <Table.Caption>
            {badRows > maxShown
              ? t('audience.title.firstInvalidRows', { count: maxShown })
              : t('audience.title.invalidRows')}
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audience.label.file')}</Table.Th>
              <Table.Th>{t('audience.label.line')}</Table.Th>
              <Table.Th>{t('audience.label.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {badRowList.slice(0, maxShown).map(({ file, line, code }) => (
              <Table.Tr key={`${file} ${line} ${code}`}>
                <Table.Td>{file}</Table.Td>
                <Table.Td>{countText(line)}</Table.Td>
                <Table.Td>{segmentFaultText(code)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
