import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';

export type Cap = Booking['caps'][number];

export const capPeriods = ['hour', 'day', 'life', 'request'] as const satisfies readonly Cap['scope'][];
export const unknownViewerChoices = ['skip', 'serve'] as const satisfies readonly NonNullable<Cap['whenUnknown']>[];

/** @example capText({ scope: 'day', most: 2, per: 'household' }) // '2 per day for each household' */
export function capText({ scope, most, per = 'viewer', whenUnknown = 'skip' }: Cap): string {
  if (scope === 'request') return t('labels.cap.perRequest', { count: most });
  return t('labels.cap.perSubject', { count: most, period: scope, subject: per, unknown: whenUnknown });
}
