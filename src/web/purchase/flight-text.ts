import { t } from '../i18n/t.ts';
import { dayText, lastDayText } from '../ui/time/zoned-time.ts';

/** The days of a purchase or package. null: a purchase without packages. */
export function flightText(
  { startDate, endDate }: { readonly startDate: string | null; readonly endDate: string | null },
  zone: string,
): string | null {
  if (startDate === null) return null;
  const until = endDate === null ? t('labels.format.openEnded') : lastDayText(endDate, zone);
  return t('selling.format.flight', { from: dayText(startDate, zone), until });
}
