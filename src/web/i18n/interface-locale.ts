import { formatTags, type Locale, supportedLocale } from '../../messages/locales.ts';

/** Locales that tests switch to: accented English that is 40 % longer, the second also from right to left. */
export const pseudoLocales = ['en-XA', 'ar-XB'] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];
export type InterfaceLocale = Locale | PseudoLocale;

const storageKey = 'placard-language';

/**
 * The language of the first view: the last one of this browser, then the browser's own, then English. The setting of
 * the user and the default of the account are known after sign-in; see `useUserLanguage`.
 */
export function startLocale(): InterfaceLocale {
  const stored = window.localStorage.getItem(storageKey);
  return pseudoLocaleOf(stored) ?? supportedLocale([stored ?? '', ...navigator.languages]) ?? 'en';
}

/** The setting of a user, then the browser's language, then the default of the account. */
export function userLocale(me: {
  readonly language: Locale | null;
  readonly defaultLanguage: Locale;
}): InterfaceLocale {
  const pseudo = pseudoLocaleOf(window.localStorage.getItem(storageKey));
  return pseudo ?? me.language ?? supportedLocale(navigator.languages) ?? me.defaultLanguage;
}

export function storeLocale(locale: InterfaceLocale): void {
  window.localStorage.setItem(storageKey, locale);
}

export function isRightToLeft(locale: InterfaceLocale): boolean {
  return locale === 'ar-XB';
}

/** The tag for numbers and dates: the browser's regional variant of the language, such as `fr-BE`, if it has one. */
export function formatLocaleOf(locale: InterfaceLocale): string {
  const language = supportedLocale([locale]) ?? 'en';
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  return regional ?? formatTags[language];
}

function pseudoLocaleOf(text: string | null): PseudoLocale | null {
  return pseudoLocales.find((locale) => locale === text) ?? null;
}
