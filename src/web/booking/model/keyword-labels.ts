import { type KeywordFaultCode, keywordMatches } from '../../../core/vocabulary/keyword.ts';
import {
  maxBroadWords,
  maxKeywordLength,
  maxKeywords,
  maxKeywordWords,
} from '../../../core/vocabulary/limits/booking-limits.ts';
import { t } from '../../i18n/t.ts';

/** Why a line is not a keyword that can be added. */
export type KeywordLineFault = KeywordFaultCode | 'tooLong' | 'controlCharacter' | 'tooManyKeywords';

const limits = {
  tooManyWords: maxKeywordWords,
  tooManyBroadWords: maxBroadWords,
  tooLong: maxKeywordLength,
  tooManyKeywords: maxKeywords,
} as const;

/** Match types, for select fields. */
export function matchOptions() {
  return keywordMatches.map((value) => ({ value, label: t(`booking.keywordMatch.${value}`) }));
}

export function keywordFaultText(fault: KeywordLineFault): string {
  if (fault === 'noLetter' || fault === 'controlCharacter') return t(`booking.error.${fault}`);
  return t(`booking.error.${fault}`, { most: limits[fault] });
}
