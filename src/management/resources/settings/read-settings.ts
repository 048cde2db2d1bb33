import type { Kysely } from 'kysely';
import type { Locale } from '../../../messages/locales.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** What an administrator decided for the whole deployment. */
export type AccountSettings = {
  /** Whatever is submitted waits for another person. */
  readonly fourEyes: boolean;
  /** Media partners whose creatives need no review. */
  readonly autoApprovedMediaPartnerIds: readonly number[];
  /** Inventory categories beyond those that are always there. */
  readonly extraCategories: readonly string[];
  /** Days after a click in which an order is credited to it, and after a view without one. */
  readonly attributionClickDays: number;
  readonly attributionViewDays: number;
  /** Language for users and callers that ask for no available language. */
  readonly defaultLanguage: Locale;
};

/** The settings as they are now: asked at each decision, so that a change holds from the next one. */
export async function readSettings(database: Kysely<Database>): Promise<AccountSettings> {
  const row = await database
    .selectFrom('deploymentSettings')
    .select([
      'deploymentSettings.fourEyes',
      'deploymentSettings.autoApprovedMediaPartnerIds',
      'deploymentSettings.extraCategories',
      'deploymentSettings.attributionClickDays',
      'deploymentSettings.attributionViewDays',
      'deploymentSettings.defaultLanguage',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, defaultLanguage: row.defaultLanguage as Locale };
}
