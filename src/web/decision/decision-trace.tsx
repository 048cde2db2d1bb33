import { Text } from '@mantine/core';
import type { DecidedSlot, Decision, DecisionCandidate } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { shareText } from '../labels/figures.ts';
import { Facts } from '../ui/display/facts.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';

function columnsOf(): readonly TableColumn<DecisionCandidate>[] {
  return [
    {
      key: 'booking',
      title: t('decision.label.booking'),
      render: ({ bookingId, name, won }) => (
        <>
          <TextLink to={`/bookings/${bookingId}`}>
            {name ?? t('decision.format.booking', { id: String(bookingId) })}
          </TextLink>{' '}
          {won && (
            <Text component="span" fz="sm" fw={650}>
              {t('decision.label.won')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'outcome',
      title: t('decision.label.outcome'),
      render: ({ reason, won }) =>
        reason === null ? t(won ? 'decision.label.won' : 'decision.label.lost') : t(`labels.reason.${reason}`),
    },
    {
      key: 'expected',
      title: t('decision.label.required'),
      render: ({ expected }) => expected && <WrappedText text={expected} />,
    },
    {
      key: 'actual',
      title: t('decision.label.actual'),
      render: ({ actual }) => actual && <WrappedText text={actual} />,
    },
    {
      key: 'share',
      title: t('decision.label.share'),
      align: 'end',
      render: ({ share }) => (share === null ? null : shareText(share)),
    },
  ];
}

/** The trace of a decision: each slot with its matching bookings. */
export function DecisionTrace({ decision }: { readonly decision: Decision }) {
  const { request, slots, revision, at, seed } = decision;
  return (
    <>
      <Facts
        facts={[
          { name: t('decision.label.decidedAt'), value: <Instant at={at} /> },
          {
            name: t('decision.label.configuration'),
            value: t('decision.format.revision', { revision: String(revision) }),
          },
          { name: t('decision.label.consent'), value: t(`decision.consent.${request.consent ?? 'unstated'}`) },
          {
            name: t('decision.label.knownToCaps'),
            value:
              request.knownToCaps.map((subject) => t(`labels.capSubject.${subject}`)).join(', ') ||
              t('labels.format.none'),
          },
          ...request.facts.map(({ name, values }) => ({ name, value: values.join(', ') })),
          ...(request.terms === null ? [] : [{ name: t('decision.label.requirements'), value: request.terms }]),
          { name: t('decision.label.seed'), value: seed },
        ]}
      />
      {decision.trace === 'snapshot_gone' && (
        <Text fz="sm" c="dimmed" mt="md">
          {t('decision.text.snapshotGone')}
        </Text>
      )}
      {decision.trace === 'kept_in_part' && (
        <Text fz="sm" c="dimmed" mt="md">
          {t('decision.text.partlyRecorded')}
        </Text>
      )}
      {slots.map((slot, index) => (
        // Slots are in the order of the request, and a stack repeats its slot.
        // biome-ignore lint/suspicious/noArrayIndexKey: slots of a stack differ only by index
        <Slot key={index} slot={slot} />
      ))}
    </>
  );
}

function Slot({ slot }: { readonly slot: DecidedSlot }) {
  const { slotName, positionId, decidedBy, candidates, candidateCount, refusals, bookingId, rotation } = slot;
  const title = slotName || positionTitle(positionId);
  const lead = decidedBy === null ? t('decision.label.noAd') : t(`decision.decidedBy.${decidedBy}`);
  const inOrder = [...candidates].sort((a, b) => (b.share ?? -1) - (a.share ?? -1));
  return (
    <Section
      title={title}
      lead={
        bookingId === null || candidates.length > 0
          ? lead
          : t('decision.format.slotResult', { reason: lead, id: String(bookingId) })
      }
    >
      {candidates.length < candidateCount && (
        <Text fz="sm" c="dimmed" mb="xs">
          {t('decision.text.candidatesShown', { count: candidateCount })}{' '}
          {refusals
            .map(({ reason, bookings }) =>
              t('decision.format.refusal', { reason: t(`labels.reason.${reason}`), count: bookings }),
            )
            .join('; ')}
        </Text>
      )}
      {candidates.length > 0 && (
        <DataTable
          caption={t('decision.title.candidates', { slot: title })}
          columns={columnsOf()}
          rows={inOrder}
          rowKey={({ bookingId: id }) => id}
        />
      )}
      {rotation !== null && (
        <Text fz="sm" c="dimmed" mt="xs">
          {rotationText(rotation)}
        </Text>
      )}
    </Section>
  );
}

/** Creatives of the winner with their parts of the rotation. */
function rotationText({ planNumber, ads }: NonNullable<DecidedSlot['rotation']>): string {
  const total = ads.reduce((sum, { weight }) => sum + weight, 0);
  const list = ads
    .map(({ creativeId, weight }) =>
      t('decision.format.creativeShare', { id: String(creativeId), share: shareText(weight / total) }),
    )
    .join(', ');
  return planNumber === null
    ? t('decision.format.bookingRotation', { list })
    : t('decision.format.plannedRotation', { plan: String(planNumber), list });
}

function positionTitle(positionId: number | null): string {
  return positionId === null
    ? t('decision.title.unknownSlot')
    : t('decision.title.position', { id: String(positionId) });
}

function WrappedText({ text }: { readonly text: string }) {
  return (
    <Text fz="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}
