import { refused, type SeedRun } from './ensure-objects.ts';

/** Performs the action on a booking if it is still available. A repeated seed finds it done. */
export async function takeAction(seed: SeedRun, bookingId: number, action: string): Promise<void> {
  const path = `/api/v1/bookings/${bookingId}`;
  const booking = await seed.call('GET', path);
  const { availableActions } = booking.body as { availableActions?: readonly string[] };
  if (availableActions?.includes(action) !== true) return;
  const answer = await seed.call('POST', `${path}/actions/${action}`);
  if (answer.status >= 300) throw refused(`${path}/actions/${action}`, answer);
}
