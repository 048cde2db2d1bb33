import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { shareText } from './figures.ts';

/** `3.9% delivered, 57.4% expected by now`. A dash without a goal. */
export function progressText(progress: Booking['progress']): string {
  if (progress === null) return '–';
  const delivered = shareText(progress.deliveredPercent / 100);
  if (progress.expectedPercent === null) return t('labels.format.progress', { delivered });
  return t('labels.format.progressWithExpected', { delivered, expected: shareText(progress.expectedPercent / 100) });
}
