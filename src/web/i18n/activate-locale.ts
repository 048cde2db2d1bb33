import { i18n } from '@lingui/core';
import { type CatalogPart, catalogs } from './catalogs.ts';
import { formatLocaleOf, type InterfaceLocale, isRightToLeft, storeLocale } from './interface-locale.ts';

let active: InterfaceLocale = 'en';
let pageMessages: Promise<void> | null = null;

/** Loads a language and shows the interface in it. */
export async function activateLocale(locale: InterfaceLocale): Promise<void> {
  const parts: readonly CatalogPart[] = pageMessages === null ? ['firstView'] : ['firstView', 'pages'];
  const loaded = await Promise.all(parts.map((part) => messagesOf(locale, part)));
  active = locale;
  document.documentElement.lang = locale;
  document.documentElement.dir = isRightToLeft(locale) ? 'rtl' : 'ltr';
  i18n.loadAndActivate({ locale, locales: formatLocaleOf(locale), messages: Object.assign({}, ...loaded) });
  // A page was opened while the language was loading.
  if (pageMessages !== null && parts.length === 1) await addPageMessages();
}

/** Shows the interface in a language and remembers it for the next visit of this browser. */
export async function changeLocale(locale: InterfaceLocale): Promise<void> {
  storeLocale(locale);
  if (i18n.locale !== locale) await activateLocale(locale);
}

/** Loads the messages of the pages that are not part of the first view. Later calls wait for the same request. */
export function loadPageMessages(): Promise<void> {
  pageMessages ??= addPageMessages();
  return pageMessages;
}

async function addPageMessages(): Promise<void> {
  try {
    // A language that is activated meanwhile loads its own messages.
    const locale = active;
    i18n.load(locale, await messagesOf(locale, 'pages'));
  } catch (failure) {
    pageMessages = null;
    throw failure;
  }
}

async function messagesOf(locale: InterfaceLocale, part: CatalogPart) {
  if (locale !== 'en-XA' && locale !== 'ar-XB') return (await catalogs[locale][part]()).messages;
  const [{ messages }, { pseudoMessages }] = await Promise.all([catalogs.en[part](), import('./pseudo-messages.ts')]);
  return pseudoMessages(messages);
}
