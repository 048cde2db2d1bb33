import type { Locale } from '../../messages/locales.ts';
import type { CompiledMessages } from '../../messages/translate.ts';

/** Loads the catalogue of a language, one file for each. The build compiles it: `messages-plugin.ts`. */
export const catalogues: Readonly<Record<Locale, () => Promise<{ readonly messages: CompiledMessages }>>> = {
  en: () => import('virtual:messages/en'),
  nl: () => import('virtual:messages/nl'),
  fr: () => import('virtual:messages/fr'),
  de: () => import('virtual:messages/de'),
};
