import type { ScreenLoop } from '../../client/generated/types.gen.ts';
import { countWithNoun } from '../labels/figures.ts';

type LoopProblem = ScreenLoop['problems'][number];

/** What of a booking cannot be kept, in a sentence. @param nameOf the name of a booking */
export function loopProblemText(problem: LoopProblem, nameOf: (bookingId: number) => string): string {
  const { kind, bookingId, otherBookingId, missedPlays, loops } = problem;
  const name = nameOf(bookingId);
  const where = `in ${countWithNoun(loops, 'loop')}`;
  if (kind === 'overbooked')
    return `${name} misses ${countWithNoun(missedPlays ?? 0, 'play')} that it bought, ${where}.`;
  if (kind === 'gap') return `${name} plays again sooner than it asks, ${where}.`;
  if (kind === 'no_offline_media') return `${name} is left out: none of its creatives plays without a network.`;
  if (kind === 'caps_not_applied') return `${name} has frequency caps, which do not apply in a loop, ${where}.`;
  return `${name} follows ${otherBookingId === null ? 'a competitor' : nameOf(otherBookingId)}, with which it shares a label, ${where}.`;
}
