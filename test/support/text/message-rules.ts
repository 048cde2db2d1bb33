import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Translations } from '../../../src/messages/load-messages.ts';
import type { Locale } from '../../../src/messages/locales.ts';

/** Most words of an English text, by kind. Words in parentheses, such as units, do not count. */
const mostWords: Readonly<Record<string, number>> = { action: 4, label: 4, title: 9 };
/** Kinds whose texts have no period. */
const labelKinds = new Set(['action', 'label', 'title', 'notice', 'placeholder']);
/** Kinds whose longer texts are sentences. Shorter ones can be phrases, such as `12 of 30 plays`. */
const sentenceKinds = new Set(['hint', 'text', 'error']);
const longText = 8;
/** Texts that end with an abbreviation. */
const abbreviation = /(?:max|min|lun|mar|mer|jeu|ven|sam|dim|Nr|Std|Min|Sek|sec|usw|etc)\.$/;
/** Kinds whose texts are parts of a problem document: they follow the name of a field or stand alone. */
const problemKinds = new Set(['field', 'detail']);

/**
 * The term of each language for a term in English. A translation must contain one of the alternatives. Source:
 * docs/style-guide.md.
 */
const terms: readonly { readonly en: RegExp; readonly in: Readonly<Record<Exclude<Locale, 'en'>, RegExp>> }[] = [
  { en: /\bcampaigns?\b/i, in: { nl: /campagne/i, fr: /campagne/i, de: /kampagne/i } },
  { en: /\bbookings?\b/i, in: { nl: /boeking/i, fr: /réservation/i, de: /buchung/i } },
  { en: /\bcreatives?\b/i, in: { nl: /creative/i, fr: /création/i, de: /werbemittel/i } },
  { en: /\bimpressions?\b/i, in: { nl: /impressie/i, fr: /impression/i, de: /impression/i } },
  { en: /\bpositions?\b/i, in: { nl: /positie/i, fr: /emplacement/i, de: /platzierung/i } },
  { en: /\bpublishers?\b/i, in: { nl: /uitgever/i, fr: /éditeur/i, de: /publisher/i } },
  { en: /\bpublications?\b/i, in: { nl: /publicatie/i, fr: /publication/i, de: /publikation/i } },
  { en: /\bad requests?\b/i, in: { nl: /advertentieaanvra/i, fr: /requêtes? publicitaire/i, de: /anzeigenanfrage/i } },
  { en: /\bsegments?\b/i, in: { nl: /segment/i, fr: /segment/i, de: /segment/i } },
  { en: /\bservice accounts?\b/i, in: { nl: /serviceaccount/i, fr: /comptes? de service/i, de: /dienstkont/i } },
  {
    en: /\bidentity providers?\b/i,
    in: { nl: /identiteitsprovider/i, fr: /fournisseurs? d’identité/i, de: /identitätsanbieter/i },
  },
  { en: /\btime zones?\b/i, in: { nl: /tijdzone/i, fr: /fuseau/i, de: /zeitzone/i } },
  { en: /\bpriorit(?:y|ies)\b/i, in: { nl: /prioriteit/i, fr: /priorité/i, de: /priorität/i } },
  { en: /\bforecasts?\b/i, in: { nl: /prognose/i, fr: /prévision/i, de: /prognose/i } },
  { en: /\bkeywords?\b/i, in: { nl: /zoekwoord/i, fr: /mots?-clés?/i, de: /suchbegriff/i } },
];

/** Returns the names of the elements in a text, sorted: `<link>` gives `link`. */
export function tagsOf(text: string): readonly string[] {
  return [...text.matchAll(/<([a-zA-Z]\w*)\/?>/g)].map(([, name = '']) => name).sort();
}

/** Returns the plural forms that a text lacks, or null. */
export function missingPluralForms(text: string, locale: Locale): string | null {
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const missing = new Set<string>();
  const visit = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string' || token[2] === null || typeof token[2] !== 'object') continue;
      const choices = token[2] as Readonly<Record<string, unknown>>;
      if (token[1] === 'plural') for (const form of needed) if (choices[form] === undefined) missing.add(form);
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice as CompiledMessage);
    }
  };
  visit(compileMessageOrThrow(text));
  return missing.size === 0 ? null : `lacks the plural forms ${[...missing].join(', ')}`;
}

/**
 * Returns the punctuation fault of a text, or null: a label with a period, a sentence without one, or a translation
 * with another ending than its English text.
 */
export function punctuationFaults(key: string, text: string, english: string): string | null {
  const kind = kindOf(key);
  if (text !== text.trim()) return 'begins or ends with a space';
  if (labelKinds.has(kind) && endsWithPeriod(text) && !abbreviation.test(text)) return 'must not end with a period';
  const isLong = english.split(/\s+/).length > longText;
  if (sentenceKinds.has(kind) && isLong && !/[.!?…:)}]$/.test(text)) return 'must end with a period';
  if (endsWithPeriod(text) !== endsWithPeriod(english) && !abbreviation.test(text))
    return 'ends differently from the English text';
  return null;
}

function endsWithPeriod(text: string): boolean {
  return /[^.]\.$/.test(text);
}

/** Returns a fault if an English text has more words than its kind allows, otherwise null. */
export function lengthFaults(key: string, english: string): string | null {
  const most = mostWords[kindOf(key)];
  if (most === undefined) return null;
  const plain = english.replaceAll(/\([^)]*\)/g, '').replaceAll(/\{[^{}]*\}/g, 'x');
  if (english.includes('{') && /plural|select/.test(english)) return null;
  const words = plain.trim().split(/\s+/).length;
  return words > most ? `${key}: ${words} words, at most ${most}: ${english}` : null;
}

/** Returns a fault if a translation lacks the term for a term of its English text, otherwise null. */
export function termFaults(key: string, texts: Translations, locale: Locale): string | null {
  if (locale === 'en' || problemKinds.has(kindOf(key))) return null;
  const plain = (text: string) => text.replaceAll(/\{\w+[^{}]*\}/g, ' ');
  for (const term of terms) {
    if (!term.en.test(plain(texts.en))) continue;
    const expected = term.in[locale];
    if (!expected.test(texts[locale])) return `contains no term like ${expected.source} in: ${texts[locale]}`;
  }
  return null;
}

function kindOf(key: string): string {
  const kind = key.split('.')[1] ?? '';
  return /(?:Hint|Action)$/.test(kind) ? 'hint' : kind;
}
