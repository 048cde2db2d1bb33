import { refused, type SeedRun } from './ensure-objects.ts';

/** Takes the action with a booking where it is still open; a seed that is run again finds it done. */
export async function takeAction(seed: SeedRun, bookingId: number, action: string): Promise<void> {
  const path = `/api/v1/bookings/${bookingId}`;
  const booking = await seed.call('GET', path);
  const { availableActions } = booking.body as { availableActions?: readonly string[] };
  if (availableActions?.includes(action) !== true) return;
  const answer = await seed.call('POST', `${path}/actions/${action}`);
  if (answer.status >= 300) throw refused(`${path}/actions/${action}`, answer);
}
