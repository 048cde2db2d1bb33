import { Alert, Drawer, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSegmentDelivery } from '../../client/generated/sdk.gen.ts';
import type { SegmentDeliveryReport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { countText } from '../labels/figures.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { segmentDeliveryStatusLabels, segmentFaultText } from './audience-labels.ts';

/** Asked again while it is being read. */
const importingMs = 2_000;
/** Wrong rows that are shown; the API has the first thousand. */
const maxShown = 200;

/** What became of one delivery, with its wrong rows. */
export function DeliveryReport({ id, close }: { readonly id: number; readonly close: () => void }) {
  useFocusBack();
  const { data, error } = useQuery({
    queryKey: ['segments', 'delivery', id],
    queryFn: () => dataOf(getSegmentDelivery({ client, path: { deliveryId: id } })),
    refetchInterval: ({ state }) => (state.data?.status === 'importing' ? importingMs : false),
  });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={560}
      title={
        <Text component="span" fw={650} fz="lg">
          {data?.folder || 'Delivery'}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && <ProblemAlert error={error} />}
      {data !== undefined && <Shown report={data} />}
    </Drawer>
  );
}

function Shown({ report }: { readonly report: SegmentDeliveryReport }) {
  const { status, rows, badRows, memberships, detail, faults, badRowList } = report;
  return (
    <Stack gap="md">
      <div>
        <ToneBadge {...segmentDeliveryStatusLabels[status]} />
      </div>
      {detail !== null && (
        <Alert color="red" title="Nothing of it was taken">
          {detail}
        </Alert>
      )}
      <Text fz="sm">
        {countText(rows)} rows, {countText(badRows)} wrong
        {memberships === null ? '' : `; ${countText(memberships)} memberships after it`}
      </Text>
      {Object.entries(faults).map(([code, count]) => (
        <Text key={code} fz="sm">
          {countText(count)} × {segmentFaultText(code)}
        </Text>
      ))}
      {badRowList.length > 0 && (
        <Table>
          <Table.Caption>{badRows > maxShown ? `The first ${maxShown} wrong rows` : 'Wrong rows'}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th>Line</Table.Th>
              <Table.Th>What is wrong</Table.Th>
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
