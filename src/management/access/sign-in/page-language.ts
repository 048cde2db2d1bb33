import type { FastifyRequest } from 'fastify';
import { type Locale, supportedLocale } from '../../../messages/locales.ts';
import type { Translate } from '../../../messages/translate.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { preferredLanguages } from '../../api/call/request-locale.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';

/** The language of a page, and its messages. */
export type PageLanguage = { readonly locale: Locale; readonly t: Translate };

/** The language of the user, else of the browser, else of the account. English while the database is unavailable. */
export async function pageLanguage(
  { headers }: FastifyRequest,
  { database }: ManagementServices,
  userLanguage: Locale | null = null,
): Promise<PageLanguage> {
  const accepted = userLanguage ?? supportedLocale(preferredLanguages(headers['accept-language']));
  const locale = accepted ?? (await defaultLocale(database));
  return { locale, t: translatorOf(locale) };
}

async function defaultLocale(database: ManagementServices['database']): Promise<Locale> {
  try {
    return (await readSettings(database)).defaultLanguage;
  } catch {
    // A page about a failure must not fail itself.
    return 'en';
  }
}
