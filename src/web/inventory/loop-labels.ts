import type { ScreenLoop } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';

type LoopProblem = ScreenLoop['problems'][number];

/** Describes a problem of a loop in one sentence. */
export function loopProblemText(problem: LoopProblem, nameOf: (bookingId: number) => string): string {
  const { kind, bookingId, otherBookingId, missedPlays, loops } = problem;
  const booking = nameOf(bookingId);
  if (kind === 'overbooked') return t('inventory.loopProblem.overbooked', { booking, missed: missedPlays ?? 0, loops });
  if (kind === 'no_offline_media') return t('inventory.loopProblem.no_offline_media', { booking });
  if (isRoadblock(kind)) return t(`inventory.loopProblem.${kind}`, { booking });
  if (kind !== 'separation') return t(`inventory.loopProblem.${kind}`, { booking, loops });
  if (otherBookingId === null) return t('inventory.loopProblem.separationOfUnknown', { booking, loops });
  return t('inventory.loopProblem.separation', { booking, loops, other: nameOf(otherBookingId) });
}

function isRoadblock(kind: LoopProblem['kind']): kind is Extract<LoopProblem['kind'], `roadblock_${string}`> {
  return kind.startsWith('roadblock_');
}
