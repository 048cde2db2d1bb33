import { type Kysely, sql } from 'kysely';
import { type Locale, supportedLocale } from '../../../messages/locales.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** The setting of a user, else the default of the account. */
export function languageOfUser(database: Kysely<Database>, userId: number): Promise<Locale> {
  return readLanguage(database, sql<boolean>`user_account.id = ${userId}`);
}

/** The setting of the active user with an email address, else the default of the account. */
export function languageOfEmail(database: Kysely<Database>, email: string): Promise<Locale> {
  return readLanguage(database, sql<boolean>`lower(user_account.email) = lower(${email})`);
}

async function readLanguage(database: Kysely<Database>, isUser: ReturnType<typeof sql<boolean>>): Promise<Locale> {
  const { rows } = await sql<{ language: string | null; defaultLanguage: string }>`
    select user_account.language, deployment_settings.default_language
    from deployment_settings
    left join user_account on ${isUser} and user_account.archived_at is null
  `.execute(database);
  const [found] = rows;
  return supportedLocale([found?.language ?? '', found?.defaultLanguage ?? '']) ?? 'en';
}
