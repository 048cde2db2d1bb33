import { Stack, Text, Title } from '@mantine/core';
import { getConversion } from '../../client/generated/sdk.gen.ts';
import type { ConversionReport } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { moneyText } from '../labels/figures.ts';
import { QueryDrawer } from '../ui/dialog/query-drawer.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { attributionOutcomeBadge, conversionStatusBadge } from './conversion-labels.ts';

type Line = ConversionReport['lines'][number];
type Candidate = Line['candidates'][number];

/** An order in a drawer: its lines, and the views and clicks that could be attributed. */
export function ConversionDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <QueryDrawer
      query={{ queryKey: ['conversions', 'one', id], queryFn: () => dataOf(getConversion({ client, path: { id } })) }}
      title={(order) =>
        order === undefined ? t('conversion.label.order') : t('conversion.title.order', { id: order.orderId })
      }
      width={720}
      close={close}
    >
      {(order) => <Order order={order} />}
    </QueryDrawer>
  );
}

function Order({ order }: { readonly order: ConversionReport }) {
  const { status, occurredAt, receivedAt, rule, lines } = order;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: t('common.label.status'), value: <ToneBadge {...conversionStatusBadge(status)} /> },
          { name: t('conversion.label.orderedAt'), value: <Instant at={occurredAt} /> },
          { name: t('conversion.label.receivedAt'), value: <Instant at={receivedAt} /> },
          { name: t('conversion.label.rule'), value: ruleText(rule) },
        ]}
      />
      {lines.map((line, index) => (
        // An order can have two lines of the same product.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <LineView key={index} line={line} isWaiting={status === 'waiting'} />
      ))}
    </Stack>
  );
}

function LineView({ line, isWaiting }: { readonly line: Line; readonly isWaiting: boolean }) {
  const { sku, productId, credited, candidates } = line;
  return (
    <section>
      <Title order={3} fz="md" style={{ overflowWrap: 'anywhere' }}>
        <LineTitle line={line} />
      </Title>
      {sku !== null && productId === null && <Text fz="sm">{t('conversion.text.unknownProduct')}</Text>}
      {candidates.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {noCandidatesText(isWaiting, credited)}
        </Text>
      ) : (
        <DataTable
          caption={sku === null ? t('conversion.title.touches') : t('conversion.title.candidates', { sku })}
          columns={columnsOf()}
          rows={candidates}
          rowKey={({ at, kind, creativeId, positionId }) => `${at} ${kind} ${creativeId} ${positionId}`}
        />
      )}
    </section>
  );
}

/** The product of a line, or the value of the conversion of an action. */
function LineTitle({ line: { sku, productId, quantity, revenue } }: { readonly line: Line }) {
  const value = revenue === null ? t('conversion.text.noValue') : moneyText(revenue);
  if (sku === null) return value;
  return (
    <RichText
      id="conversion.format.line"
      values={{ quantity, sku, revenue: value }}
      elements={{ sku: productId === null ? <span /> : <TextLink to={`/products/${productId}`}>{sku}</TextLink> }}
    />
  );
}

function ruleText({ clickDays, viewDays }: ConversionReport['rule']): string {
  if (viewDays === 0) return t('conversion.format.clickRule', { clickDays });
  return t('conversion.format.clickAndViewRule', { clickDays, viewDays });
}

function noCandidatesText(isWaiting: boolean, credited: Line['credited']): string {
  if (isWaiting) return t('conversion.statusHint.waiting');
  return t(credited === null ? 'conversion.text.noCandidates' : 'conversion.text.candidatesExpired');
}

function columnsOf(): readonly TableColumn<Candidate>[] {
  return [
    {
      key: 'outcome',
      title: t('conversion.label.outcome'),
      nowrap: true,
      render: ({ outcome }) => <ToneBadge {...attributionOutcomeBadge(outcome)} />,
    },
    { key: 'kind', title: t('conversion.label.ad'), render: ({ kind, match }) => t(`conversion.${kind}.${match}`) },
    { key: 'at', title: t('conversion.label.time'), nowrap: true, render: ({ at }) => <Instant at={at} /> },
    {
      key: 'booking',
      title: t('conversion.label.booking'),
      align: 'end',
      render: ({ bookingId }) =>
        bookingId === null ? (
          t('conversion.label.otherAccount')
        ) : (
          <TextLink to={`/bookings/${bookingId}`}>{`#${bookingId}`}</TextLink>
        ),
    },
  ];
}
