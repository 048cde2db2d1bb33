import type { Locale } from '../../messages/locales.ts';
import type { CompiledMessages } from '../../messages/translate.ts';

type Load = () => Promise<{ readonly messages: CompiledMessages }>;

/** The messages of the first view, or those of the other pages. */
export type CatalogPart = 'firstView' | 'pages';

/** Loads the catalog of a language, in two files. The build compiles them: `messages-plugin.ts`. */
export const catalogs: Readonly<Record<Locale, Readonly<Record<CatalogPart, Load>>>> = {
  en: { firstView: () => import('virtual:messages/en'), pages: () => import('virtual:messages/en/pages') },
  nl: { firstView: () => import('virtual:messages/nl'), pages: () => import('virtual:messages/nl/pages') },
  fr: { firstView: () => import('virtual:messages/fr'), pages: () => import('virtual:messages/fr/pages') },
  de: { firstView: () => import('virtual:messages/de'), pages: () => import('virtual:messages/de/pages') },
};
