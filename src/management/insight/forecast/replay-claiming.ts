import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import { createReplay } from '../../../core/decision/explain/replay-requests.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import type { Snapshot, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import { countWins, type PositionWins, replaySample, type SampleWinners } from './replay-sample.ts';

type Claiming = {
  readonly snapshot: Snapshot;
  readonly state: DeliveryState;
  readonly drafted: SnapshotBooking;
  readonly requests: readonly RecordedRequest[];
  readonly positionIds: ReadonlySet<number>;
};

/**
 * Replays the sample with the draft. A goal claims the fraction that reaches its target of all requests, like the
 * pacing: it claims more of the fitting requests if not all fit, and more if bookings of higher priority take some.
 */
export async function replayClaiming(
  { target, fitting }: { readonly target: number; readonly fitting: number },
  { snapshot, state, drafted, requests, positionIds }: Claiming,
): Promise<SampleWinners> {
  const { method } = drafted.row.delivery;
  const run = (part: number): Promise<SampleWinners> => {
    if (method === 'even' || method === 'asap') {
      state.acceptance[drafted.bookingIndex] = Math.floor(Math.min(1, part) * drawSpace);
    }
    state.voiceDebts.fill(0);
    return replaySample(createReplay(snapshot, state), requests);
  };
  const part = fitting === 0 ? target : target / fitting;
  const first = await run(part);
  if (method !== 'even' || part >= 1) return first;
  const won = partWonBy(drafted.row.id, countWins(requests, first, positionIds));
  return won === 0 || won >= target ? first : run((part * target) / won);
}

function partWonBy(id: number, wins: PositionWins): number {
  const all = [...wins.values()];
  const slots = all.reduce((sum, here) => sum + here.slots, 0);
  return slots === 0 ? 0 : all.reduce((sum, here) => sum + (here.wins.get(id) ?? 0), 0) / slots;
}
