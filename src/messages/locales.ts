/** The languages of the interface, of problem details, e-mails and report files. The first is the source language. */
export const locales = ['en', 'nl', 'fr', 'de'] as const;
/** A language with a complete catalogue, as a BCP 47 language tag. */
export type Locale = (typeof locales)[number];

/** Each language in its own name. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
};

/** The tag for dates and numbers where the reader's region is not known. */
export const formatTags: Readonly<Record<Locale, string>> = { en: 'en-GB', nl: 'nl', fr: 'fr', de: 'de' };

/** The first wanted language that has a catalogue; `nl-BE` finds `nl`. Null: none has. */
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
