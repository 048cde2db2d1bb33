import { List, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getScreenLoop } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BookingDiagnosis, ScreenLoop } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { hasFullReach } from '../../api/person.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { loopProblemText } from '../../inventory/loop-labels.ts';
import { ToneFrame } from '../../ui/display/tone-frame.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { diagnosisQuery } from '../model/booking-queries.ts';

/** Each loop of a day is planned for the answer, so only the first screens are read. */
const readScreens = 6;

type Position = BookingDiagnosis['positions'][number];
type Refusal = { readonly problem: ScreenLoop['problems'][number]; readonly positions: readonly Position[] };

/** Why screens do not play a booking that takes over whole stores. Empty for other bookings. */
export function StoreRoadblockIssues({ booking }: { readonly booking: Booking }) {
  const me = useMe();
  const isPlanned = booking.loop?.wholeStore === true && booking.status === 'running' && hasFullReach(me);
  const diagnosis = useQuery({ ...diagnosisQuery(booking.id), enabled: isPlanned });
  const positions = isPlanned ? (diagnosis.data?.positions ?? []).slice(0, readScreens) : [];
  const loops = useQueries({
    queries: positions.map(({ positionId: id }) => ({
      queryKey: ['positions', id, 'loop', undefined],
      queryFn: () => dataOf(getScreenLoop({ client, path: { id }, query: {} })),
      retry: false,
    })),
  });
  const refusals = refusalsOf(
    booking.id,
    positions.map((position, index) => ({ position, problems: loops[index]?.data?.problems ?? [] })),
  );
  if (refusals.length === 0) return null;
  return (
    <ToneFrame title={t('booking.title.storeRoadblock')} tone="bad">
      <List fz="sm">
        {refusals.map(({ problem, positions: refusing }) => (
          <List.Item key={problem.kind}>
            {loopProblemText(problem, () => booking.name)}
            <Text fz="xs" c="dimmed">
              {refusing.map(({ positionId, slotName }, index) => (
                <span key={positionId}>
                  {index > 0 && ', '}
                  <TextLink to="/inventory/loop" search={{ position: String(positionId) }} fz="xs">
                    {slotName}
                  </TextLink>
                </span>
              ))}
            </Text>
          </List.Item>
        ))}
      </List>
    </ToneFrame>
  );
}

/** Groups the positions that do not play a store roadblock by the reason. */
function refusalsOf(
  bookingId: number,
  screens: readonly { readonly position: Position; readonly problems: ScreenLoop['problems'] }[],
): readonly Refusal[] {
  const refusals = new Map<string, Refusal>();
  for (const { position, problems } of screens) {
    const problem = problems.find((each) => each.bookingId === bookingId && each.kind.startsWith('roadblock_'));
    if (problem === undefined) continue;
    const known = refusals.get(problem.kind)?.positions ?? [];
    refusals.set(problem.kind, { problem, positions: [...known, position] });
  }
  return [...refusals.values()];
}
