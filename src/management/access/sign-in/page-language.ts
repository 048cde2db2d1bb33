import type { FastifyRequest } from 'fastify';
import { type Locale, supportedLocale } from '../../../messages/locales.ts';
import type { Translate } from '../../../messages/translate.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { preferredLanguages } from '../../api/call/request-locale.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { type Branding, brandingOf, defaultBranding } from '../../resources/settings/branding/read-branding.ts';
import { type AccountSettings, readSettings } from '../../resources/settings/read-settings.ts';

/** The language of a page, its messages, and the branding that it shows. */
export type PageLanguage = { readonly locale: Locale; readonly t: Translate; readonly branding: Branding };

/**
 * The language of the user, else of the browser, else of the account, and the branding. English and the default branding
 * while the database is unavailable.
 */
export async function pageLanguage(
  { headers }: FastifyRequest,
  { database }: ManagementServices,
  userLanguage: Locale | null = null,
): Promise<PageLanguage> {
  const accepted = userLanguage ?? supportedLocale(preferredLanguages(headers['accept-language']));
  const settings = await settingsOf(database);
  const locale = accepted ?? settings?.defaultLanguage ?? 'en';
  const branding = settings === null ? defaultBranding : brandingOf(settings);
  return { locale, t: translatorOf(locale), branding };
}

/** null: a page about a failure must not fail itself. */
function settingsOf(database: ManagementServices['database']): Promise<AccountSettings | null> {
  return readSettings(database).catch(() => null);
}
