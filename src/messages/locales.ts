/** Languages of the interface, of problem details, emails and report files. The first is the source language. */
export const locales = ['en', 'nl', 'fr', 'de'] as const;
/** A language with a complete catalog, as a BCP 47 language tag. */
export type Locale = (typeof locales)[number];

/** Name of each language in that language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
};

/** Tags for dates and numbers if the reader's region is unknown. */
export const formatTags: Readonly<Record<Locale, string>> = { en: 'en-GB', nl: 'nl', fr: 'fr', de: 'de' };

/** Returns the first requested language with a catalog; `nl-BE` matches `nl`. null if none has one. */
export function supportedLocale(wanted: readonly string[]): Locale | null {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (isLocale(language)) return language;
  }
  return null;
}

export function isLocale(text: string): text is Locale {
  return locales.some((locale) => locale === text);
}
