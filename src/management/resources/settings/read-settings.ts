import type { Kysely } from 'kysely';
import type { Locale } from '../../../messages/locales.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Settings of the whole deployment. */
export type AccountSettings = {
  /** Every submission requires approval by another user. */
  readonly fourEyes: boolean;
  /** Media partners whose creatives need no review. */
  readonly autoApprovedMediaPartnerIds: readonly number[];
  /** Inventory categories in addition to the standard ones. */
  readonly extraCategories: readonly string[];
  /** Domains on which trackers of creatives may be; empty: all. */
  readonly trackerDomains: readonly string[];
  /** Large images of HTML5 archives are resized at upload. */
  readonly resizeBundleImages: boolean;
  /** Difference between counts of third parties and own counts above which it is marked. */
  readonly discrepancyThresholdPercent: number;
  /** Days after a click, or after a view without a click, in which an order is attributed to it. */
  readonly attributionClickDays: number;
  readonly attributionViewDays: number;
  /** Language for users and callers that request no available language. */
  readonly defaultLanguage: Locale;
  readonly accountName: string | null;
  /** Currency and time zone that forms suggest. */
  readonly currency: string;
  readonly timeZone: string | null;
  readonly setupCompleted: boolean;
  readonly accentColor: string | null;
  readonly mailSenderName: string | null;
  /** Seller in ads.txt, sellers.json and adagents.json. null: these files are not served. */
  readonly sellerDomain: string | null;
  readonly sellerContactEmail: string | null;
  readonly sellerContactAddress: string | null;
  readonly logoFile: string | null;
  readonly signInImageFile: string | null;
};

/** Reads the current settings for each operation, so that a change applies from the next one. */
export async function readSettings(database: Kysely<Database>): Promise<AccountSettings> {
  const row = await database
    .selectFrom('deploymentSettings')
    .select([
      'deploymentSettings.fourEyes',
      'deploymentSettings.autoApprovedMediaPartnerIds',
      'deploymentSettings.extraCategories',
      'deploymentSettings.trackerDomains',
      'deploymentSettings.resizeBundleImages',
      'deploymentSettings.discrepancyThresholdPercent',
      'deploymentSettings.attributionClickDays',
      'deploymentSettings.attributionViewDays',
      'deploymentSettings.defaultLanguage',
      'deploymentSettings.accountName',
      'deploymentSettings.currency',
      'deploymentSettings.timeZone',
      'deploymentSettings.setupCompleted',
      'deploymentSettings.accentColor',
      'deploymentSettings.mailSenderName',
      'deploymentSettings.sellerDomain',
      'deploymentSettings.sellerContactEmail',
      'deploymentSettings.sellerContactAddress',
      'deploymentSettings.logoFile',
      'deploymentSettings.signInImageFile',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, defaultLanguage: row.defaultLanguage as Locale };
}
