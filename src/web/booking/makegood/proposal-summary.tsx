import { Alert, Stack, Table, Text } from '@mantine/core';
import type { MakegoodProposal } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { countText, shareText } from '../../labels/figures.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { lastDayText } from '../../ui/time/zoned-time.ts';

/** The end and the forecast of a proposal, and the bookings that lose delivery. */
export function ProposalSummary({
  proposal,
  zone,
}: {
  readonly proposal: MakegoodProposal;
  readonly zone: string | undefined;
}) {
  const { basis, delivered, goal, shortfall, endDate, added, reached } = proposal;
  const isMissed = basis === 'missed_plays';
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          {
            name: t(isMissed ? 'booking.label.playedOfPlanned' : 'booking.label.delivered'),
            value: t('booking.format.deliveredOfTotal', { delivered: countText(delivered), total: countText(goal) }),
          },
          { name: t(isMissed ? 'booking.label.missedPlays' : 'booking.label.shortfall'), value: countText(shortfall) },
          { name: t('common.label.lastDay'), value: lastDayText(endDate, zone) },
          { name: t('booking.label.expectedAdded'), value: countText(added) },
        ]}
      />
      {!reached && <Alert color="yellow">{t('booking.text.makegoodNotReached')}</Alert>}
      <Displaced proposal={proposal} />
    </Stack>
  );
}

function Displaced({ proposal: { displaced, others } }: { readonly proposal: MakegoodProposal }) {
  if (displaced.length === 0 && others === null) return <Text fz="sm">{t('booking.text.noDisplacement')}</Text>;
  return (
    <Table aria-label={t('booking.title.displaced')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('booking.title.displaced')}</Table.Th>
          <Table.Th ta="end">{t('booking.label.lostImpressions')}</Table.Th>
          <Table.Th ta="end">{t('booking.label.shareChange')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {displaced.map((one) => (
          <Table.Tr key={one.bookingId}>
            <Table.Td>
              <TextLink to={`/bookings/${one.bookingId}`}>{one.name}</TextLink>
              {one.held && ` · ${t('labels.status.held')}`}
            </Table.Td>
            <Loss {...one} />
          </Table.Tr>
        ))}
        {others !== null && (
          <Table.Tr>
            <Table.Td>{t('booking.label.otherBookings')}</Table.Td>
            <Loss {...others} />
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

function Loss(props: NonNullable<MakegoodProposal['others']>) {
  const { lostEvents, sharePercent, sharePercentWith } = props;
  return (
    <>
      <Table.Td ta="end" className="figures">
        {countText(lostEvents)}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {t('booking.format.change', {
          before: shareText(sharePercent / 100),
          after: shareText(sharePercentWith / 100),
        })}
      </Table.Td>
    </>
  );
}
