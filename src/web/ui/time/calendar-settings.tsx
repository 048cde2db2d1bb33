import { DatesProvider } from '@mantine/dates';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/fr';
import 'dayjs/locale/nl';
import type { ReactNode } from 'react';
import { formatLocale } from '../../i18n/format-locale.ts';
import { firstDayOfWeek } from './date-format.ts';

/** Month names, weekday names and the first day of the week of the interface locale, for the date inputs inside. */
export function CalendarSettings({ children }: { readonly children: ReactNode }) {
  return (
    <DatesProvider settings={{ locale: dayjsLocale(), firstDayOfWeek: firstDayOfWeek() }}>{children}</DatesProvider>
  );
}

function dayjsLocale(): string {
  const [language = 'en'] = formatLocale().split('-');
  if (language !== 'en') return language;
  return formatLocale() === 'en-US' ? 'en' : 'en-gb';
}
