import { i18n } from '@lingui/core';

/** The locale for numbers, dates and lists, such as `fr-BE`. */
export function formatLocale(): string {
  const { locales } = i18n;
  return typeof locales === 'string' ? locales : i18n.locale;
}
