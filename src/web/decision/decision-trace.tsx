import { Text } from '@mantine/core';
import type { DecidedSlot, Decision, DecisionCandidate } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { countText, shareText } from '../labels/figures.ts';
import { Facts } from '../ui/display/facts.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

const decidedByWords: Readonly<Record<NonNullable<DecidedSlot['decidedBy']>, string>> = {
  claim: 'A part of voice or a goal had its turn',
  share: 'Drawn by share',
  fill: 'Filled, as nothing else could be shown',
};

const columns: readonly TableColumn<DecisionCandidate>[] = [
  {
    key: 'booking',
    title: 'Booking',
    render: ({ bookingId, name, won }) => (
      <>
        <TextLink to={`/bookings/${bookingId}`}>{name ?? `Booking ${bookingId}`}</TextLink>{' '}
        {won && (
          <Text component="span" fz="sm" fw={650}>
            Chosen
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'outcome',
    title: 'What became of it',
    render: ({ reason, won }) =>
      reason === null ? (won ? 'It was drawn' : 'Another booking was drawn') : t(`labels.reason.${reason}`),
  },
  { key: 'expected', title: 'Asked for', render: ({ expected }) => <Words text={expected} /> },
  { key: 'actual', title: 'Was the case', render: ({ actual }) => <Words text={actual} /> },
  {
    key: 'share',
    title: 'Share',
    align: 'end',
    render: ({ share }) => (share === null ? '–' : shareText(share)),
  },
];

/** Why the ads of a request were chosen: each slot with every booking that covers it. */
export function DecisionTrace({ decision }: { readonly decision: Decision }) {
  const { request, slots, revision, at, seed } = decision;
  return (
    <>
      <Facts
        facts={[
          { name: 'When', value: <Instant at={at} /> },
          { name: 'Configuration', value: `Revision ${revision}` },
          { name: 'Consent', value: request.consent ?? 'not said, or not asked for' },
          {
            name: 'Known to caps',
            value: request.knownToCaps.map((subject) => t(`labels.capSubject.${subject}`)).join(', ') || 'nobody',
          },
          ...request.facts.map(({ name, values }) => ({ name, value: values.join(', ') })),
          ...(request.terms === null ? [] : [{ name: 'Takes', value: request.terms }]),
          { name: 'Seed of the draws', value: seed },
        ]}
      />
      {decision.trace === 'snapshot_gone' && (
        <Text fz="sm" c="dimmed" mt="md">
          The configuration of that time is no longer kept, so only what was chosen is known.
        </Text>
      )}
      {decision.trace === 'kept_in_part' && (
        <Text fz="sm" c="dimmed" mt="md">
          So many bookings were asked that not everything it went by could be kept: only what was chosen is known.
        </Text>
      )}
      {slots.map((slot, index) => (
        // The order of the slots is that of the request, and a stack names one several times.
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells the places of a stack apart
        <Slot key={index} slot={slot} />
      ))}
    </>
  );
}

function Slot({ slot }: { readonly slot: DecidedSlot }) {
  const { slotName, positionId, decidedBy, candidates, candidateCount, refusals, bookingId } = slot;
  const title = slotName || (positionId === null ? 'A slot that no position has' : `Position ${positionId}`);
  const lead = decidedBy === null ? 'No ad' : decidedByWords[decidedBy];
  const inOrder = [...candidates].sort((a, b) => (b.share ?? -1) - (a.share ?? -1));
  return (
    <Section title={title} lead={bookingId === null || candidates.length > 0 ? lead : `${lead}: booking ${bookingId}`}>
      {candidates.length < candidateCount && (
        <Text fz="sm" c="dimmed" mb="xs">
          {`${countText(candidateCount)} bookings cover it; the chosen one and the largest shares are shown. `}
          {refusals.map(({ reason, bookings }) => `${t(`labels.reason.${reason}`)}: ${countText(bookings)}`).join('; ')}
        </Text>
      )}
      {candidates.length > 0 && (
        <DataTable
          caption={`Bookings that cover ${title}`}
          columns={columns}
          rows={inOrder}
          rowKey={({ bookingId: id }) => id}
        />
      )}
    </Section>
  );
}

function Words({ text }: { readonly text: string | null }) {
  return (
    <Text fz="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      {text ?? '–'}
    </Text>
  );
}
