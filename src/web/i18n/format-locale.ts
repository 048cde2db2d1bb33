import { i18n } from '@lingui/core';
import { type Locale, supportedLocale } from '../../messages/locales.ts';

/** The locale for numbers, dates and lists, such as `fr-BE`. */
export function formatLocale(): string {
  const { locales } = i18n;
  return typeof locales === 'string' ? locales : i18n.locale;
}

/** The language of the interface as in the API, such as `nl`. Test locales count as English. */
export function interfaceLanguage(): Locale {
  return supportedLocale([i18n.locale]) ?? 'en';
}
