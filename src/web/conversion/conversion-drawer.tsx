import { Drawer, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getConversion } from '../../client/generated/sdk.gen.ts';
import type { ConversionReport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { countText, moneyText } from '../labels/figures.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';
import {
  attributionOutcomeLabels,
  candidateMatchLabels,
  conversionLabels,
  touchKindLabels,
} from './conversion-labels.ts';

type Line = ConversionReport['lines'][number];
type Candidate = Line['candidates'][number];

/** One order, beside the list: what was bought, and every ad that could have led to it. */
export function ConversionDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  useFocusBack();
  const { data, error, refetch } = useQuery({
    queryKey: ['conversions', 'one', id],
    queryFn: () => dataOf(getConversion({ client, path: { id } })),
  });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={720}
      title={
        <Text component="span" fw={650} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {data === undefined ? 'Order' : `Order ${data.orderId}`}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error !== null && <ProblemAlert error={error} again={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton height={160} role="status" aria-label="Loading" />}
      {data !== undefined && <Order order={data} />}
    </Drawer>
  );
}

function Order({ order }: { readonly order: ConversionReport }) {
  const { status, occurredAt, receivedAt, rule, lines } = order;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: 'Status', value: <ToneBadge {...conversionLabels[status]} /> },
          { name: 'Ordered', value: <Instant at={occurredAt} /> },
          { name: 'Told of', value: <Instant at={receivedAt} /> },
          { name: 'Rule', value: ruleWords(rule) },
        ]}
      />
      {lines.map((line, place) => (
        // A product may stand in two lines of an order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <LineView key={place} line={line} isWaiting={status === 'waiting'} />
      ))}
    </Stack>
  );
}

function LineView({ line, isWaiting }: { readonly line: Line; readonly isWaiting: boolean }) {
  const { sku, productId, quantity, revenue, credited, candidates } = line;
  return (
    <section>
      <Title order={3} fz="md" style={{ overflowWrap: 'anywhere' }}>
        {countText(quantity)} × {productId === null ? sku : <TextLink to={`/products/${productId}`}>{sku}</TextLink>},{' '}
        {moneyText(revenue)}
      </Title>
      {productId === null && <Text fz="sm">The catalogue had no such product when the order was told of.</Text>}
      {candidates.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {noCandidates(isWaiting, credited)}
        </Text>
      ) : (
        <DataTable
          caption={`What could have led to ${sku}`}
          columns={columns}
          rows={candidates}
          rowKey={({ at, kind, creativeId, positionId }) => `${at} ${kind} ${creativeId} ${positionId}`}
        />
      )}
    </section>
  );
}

function ruleWords({ clickDays, viewDays }: ConversionReport['rule']): string {
  const click = `The last click of ${clickDays} days`;
  return viewDays === 0 ? click : `${click}, else the last view of ${viewDays}`;
}

function noCandidates(isWaiting: boolean, credited: Line['credited']): string {
  if (isWaiting) return conversionLabels.waiting.means;
  if (credited !== null) return 'It is credited to an ad; what else there was is no longer known.';
  return 'The shopper neither saw nor clicked an ad of this product or its brand, or nobody may know.';
}

const columns: readonly TableColumn<Candidate>[] = [
  {
    key: 'outcome',
    title: 'What came of it',
    nowrap: true,
    render: ({ outcome }) => <ToneBadge {...attributionOutcomeLabels[outcome]} />,
  },
  { key: 'kind', title: 'Ad', render: ({ kind, match }) => `${touchKindLabels[kind]} ${candidateMatchLabels[match]}` },
  { key: 'at', title: 'When', nowrap: true, render: ({ at }) => <Instant at={at} /> },
  {
    key: 'booking',
    title: 'Booking',
    align: 'end',
    render: ({ bookingId }) =>
      bookingId === null ? 'Of another' : <TextLink to={`/bookings/${bookingId}`}>{`#${bookingId}`}</TextLink>,
  },
];
