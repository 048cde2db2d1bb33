import { setupI18n } from '@lingui/core';
import { loadMessages } from './load-messages.ts';
import type { Locale } from './locales.ts';
import type { Translate } from './translate.ts';

const translators = new Map<Locale, Translate>();

/** Returns the formatter of the server for a language. Its catalog is compiled at first use. */
export function translatorOf(locale: Locale): Translate {
  const known = translators.get(locale);
  if (known !== undefined) return known;
  const i18n = setupI18n({ locale, messages: { [locale]: { ...loadMessages(locale) } } });
  const translate: Translate = (key, ...values) => i18n._(key, values[0]);
  translators.set(locale, translate);
  return translate;
}
