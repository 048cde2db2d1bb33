import type { PositionScreens } from '../../../client/generated/types.gen.ts';
import { screenLateMs } from '../../../core/words/limits.ts';
import type { ScreenCondition } from '../../../core/words/screen-conditions.ts';
import { countText, countWithNoun } from '../../labels/figures.ts';
import type { Tone } from '../../labels/status-labels.ts';

type Screen = PositionScreens['screens'][number];
type Chain = Screen['chains'][number];
type Finding = Chain['findings'][number];

const msPerMinute = 60_000;

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };

/** What somebody has to look after a screen for, in words. */
export const conditionLabels: Readonly<Record<ScreenCondition, Words>> = {
  wrong_clock: { text: 'Wrong clock', tone: 'bad', means: 'Its clock is so far off that plays may be refused.' },
  records_changed: {
    text: 'Records changed',
    tone: 'bad',
    means: 'What it told of is not what was written when it played.',
  },
  files_missing: { text: 'Files missing', tone: 'waiting', means: 'It could not fetch files that it is to play.' },
  not_seen: {
    text: 'Not seen',
    tone: 'waiting',
    means: 'It has not asked for a playlist or told of plays for more than a day.',
  },
};

/** How a screen is, the worst first, in a word that explains itself on demand. */
export function screenState(
  { lastSeenAt, hasWrongClock, clockAheadMs, missingFiles, chains }: Screen,
  nowMs: number,
): Words {
  if (hasWrongClock)
    return { ...conditionLabels.wrong_clock, means: `${clockText(clockAheadMs)}: plays may be refused.` };
  if (chains.some(({ findings }) => findings.some(({ kind }) => kind !== 'missing'))) {
    return conditionLabels.records_changed;
  }
  if (missingFiles.length > 0) return conditionLabels.files_missing;
  if (lastSeenAt === null || nowMs - Date.parse(lastSeenAt) > screenLateMs) return conditionLabels.not_seen;
  return { text: 'Fine', tone: 'good', means: 'It was seen, its clock is right and it has its files.' };
}

/** `Its clock is 10 minutes behind` */
function clockText(clockAheadMs: number | null): string {
  const minutes = Math.round(Math.abs(clockAheadMs ?? 0) / msPerMinute);
  return `Its clock is ${countWithNoun(minutes, 'minute')} ${(clockAheadMs ?? 0) > 0 ? 'ahead' : 'behind'}`;
}

/** How far a chain of records reaches without a gap. */
export function verifiedRangeText({ records, headSequence, lastSequence }: Chain): string {
  if (headSequence === lastSequence) return `${countWithNoun(records, 'play')}, none missing`;
  return `${countWithNoun(records, 'play')}, whole up to ${countText(headSequence)} of ${countText(lastSequence)}`;
}

const kinds: Readonly<Record<Finding['kind'], string>> = {
  missing: 'not told of',
  altered: 'not written after what stands before it now',
  reordered: 'moved to another place',
  edited: 'told of in two versions',
};

/** What is wrong with one record or some in a row. */
export function proofFindingText({ kind, fromSequence, toSequence }: Finding): string {
  const which =
    fromSequence === toSequence
      ? `Play ${countText(fromSequence)}`
      : `Plays ${countText(fromSequence)} to ${countText(toSequence)}`;
  return `${which}: ${kinds[kind]}`;
}
