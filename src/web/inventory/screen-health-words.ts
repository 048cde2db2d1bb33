import type { PositionScreens } from '../../client/generated/types.gen.ts';
import type { Tone } from '../help/status-words.ts';
import { countText, manyText } from '../ui/figures.ts';

type Screen = PositionScreens['screens'][number];
type Chain = Screen['chains'][number];
type Finding = Chain['findings'][number];

/** A player asks for the next day each morning: whoever did not for longer is asked after. */
const lateMs = 26 * 3_600_000;
const msPerMinute = 60_000;

/** How a screen is, the worst first, in a word that explains itself on demand. */
export function screenState(
  { lastSeenAt, hasWrongClock, clockAheadMs, missingFiles, chains }: Screen,
  nowMs: number,
): { readonly text: string; readonly tone: Tone; readonly means: string } {
  if (hasWrongClock) {
    const minutes = Math.round(Math.abs(clockAheadMs ?? 0) / msPerMinute);
    const side = (clockAheadMs ?? 0) > 0 ? 'ahead' : 'behind';
    return {
      text: 'Wrong clock',
      tone: 'bad',
      means: `Its clock is ${manyText(minutes, 'minute')} ${side}: plays may be refused.`,
    };
  }
  if (chains.some(({ findings }) => findings.some(({ kind }) => kind !== 'missing'))) {
    return { text: 'Records changed', tone: 'bad', means: 'What it told of is not what was written when it played.' };
  }
  if (missingFiles.length > 0) {
    return { text: 'Files missing', tone: 'waiting', means: 'It could not fetch files that it is to play.' };
  }
  if (lastSeenAt === null || nowMs - Date.parse(lastSeenAt) > lateMs) {
    return {
      text: 'Not seen',
      tone: 'waiting',
      means: 'It has not asked for a playlist or told of plays for more than a day.',
    };
  }
  return { text: 'Fine', tone: 'good', means: 'It was seen, its clock is right and it has its files.' };
}

/** How far a chain of records reaches without a gap. */
export function playedText({ records, headSequence, lastSequence }: Chain): string {
  if (headSequence === lastSequence) return `${manyText(records, 'play')}, none missing`;
  return `${manyText(records, 'play')}, whole up to ${countText(headSequence)} of ${countText(lastSequence)}`;
}

const kinds: Readonly<Record<Finding['kind'], string>> = {
  missing: 'not told of',
  altered: 'not written after what stands before it now',
  reordered: 'moved to another place',
  edited: 'told of in two versions',
};

/** What is wrong with one record or some in a row. */
export function findingText({ kind, fromSequence, toSequence }: Finding): string {
  const which =
    fromSequence === toSequence
      ? `Play ${countText(fromSequence)}`
      : `Plays ${countText(fromSequence)} to ${countText(toSequence)}`;
  return `${which}: ${kinds[kind]}`;
}
