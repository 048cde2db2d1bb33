import type { PositionScreens } from '../../../client/generated/types.gen.ts';
import { screenLateMs } from '../../../core/vocabulary/limits/screen-limits.ts';
import { t } from '../../i18n/t.ts';

import { type ScreenBadge, screenConditionBadge } from './screen-condition-badge.ts';

type Screen = PositionScreens['screens'][number];
type Chain = Screen['chains'][number];
type Finding = Chain['findings'][number];

const msPerMinute = 60_000;

/** The badge of the worst condition of a screen. */
export function screenHealthBadge(
  { lastSeenAt, hasWrongClock, clockAheadMs, missingFiles, chains }: Screen,
  nowMs: number,
): ScreenBadge {
  if (hasWrongClock) return { ...screenConditionBadge('wrong_clock'), hint: clockText(clockAheadMs ?? 0) };
  if (chains.some(({ findings }) => findings.some(({ kind }) => kind !== 'missing'))) {
    return screenConditionBadge('records_changed');
  }
  if (missingFiles.length > 0) return screenConditionBadge('files_missing');
  if (lastSeenAt === null || nowMs - Date.parse(lastSeenAt) > screenLateMs) return screenConditionBadge('not_seen');
  return screenConditionBadge('healthy');
}

function clockText(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / msPerMinute);
  return t('inventory.text.clockOff', { minutes, direction: aheadMs > 0 ? 'ahead' : 'behind' });
}

/** How far a chain of play records is complete. */
export function verifiedRangeText({ records, headSequence, lastSequence }: Chain): string {
  if (headSequence === lastSequence) return t('inventory.text.playsComplete', { count: records });
  return t('inventory.text.playsIncomplete', { count: records, verified: headSequence, last: lastSequence });
}

/** Describes a fault of one or more consecutive play records. */
export function proofFindingText({ kind, fromSequence, toSequence }: Finding): string {
  const count = toSequence - fromSequence + 1;
  return t(`inventory.proofFinding.${kind}`, { count, from: fromSequence, to: toSequence });
}
