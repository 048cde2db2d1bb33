import { i18n } from '@lingui/core';
import { catalogues } from './catalogues.ts';
import { formatLocaleOf, type InterfaceLocale, isRightToLeft, storeLocale } from './interface-locale.ts';

/** Loads a language and shows the interface in it. */
export async function activateLocale(locale: InterfaceLocale): Promise<void> {
  const messages = await messagesOf(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = isRightToLeft(locale) ? 'rtl' : 'ltr';
  i18n.loadAndActivate({ locale, locales: formatLocaleOf(locale), messages });
}

/** Shows the interface in a language and remembers it for the next visit of this browser. */
export async function changeLocale(locale: InterfaceLocale): Promise<void> {
  storeLocale(locale);
  if (i18n.locale !== locale) await activateLocale(locale);
}

async function messagesOf(locale: InterfaceLocale) {
  if (locale !== 'en-XA' && locale !== 'ar-XB') return (await catalogues[locale]()).messages;
  const [{ messages }, { pseudoMessages }] = await Promise.all([catalogues.en(), import('./pseudo-messages.ts')]);
  return pseudoMessages(messages);
}
