/*
 * Readers of a Revive Adserver database. All return the same rows.
 *
 * - `revive-data.ts`: the tables that the importer reads, and their rows. `find-prefix.ts`: prefix of table names.
 * - `read-revive-database.ts`: a live MySQL or MariaDB database. `read-revive-dump.ts`: a dump file.
 * - `statement-splitter.ts`, `sql-values.ts`, `parse-statement.ts`: SQL of dump files. `sum-statistics.ts`: daily
 *   sums of hourly statistics.
 */

/** Tables that the importer reads, without the prefix. Source: public schema of Revive Adserver 2.8 to 6. */
export const reviveTables = [
  'agency',
  'affiliates',
  'zones',
  'clients',
  'campaigns',
  'banners',
  'placement_zone_assoc',
  'ad_zone_assoc',
  'acls',
  'channel',
  'acls_channel',
  'trackers',
  'campaigns_trackers',
  'variables',
  'images',
  'accounts',
  'users',
  'preferences',
  'account_preference_assoc',
  'banner_vast_element',
] as const;
/** One of `reviveTables`. */
export type ReviveTable = (typeof reviveTables)[number];

/** Table with hourly statistics. Only its daily sums are read. */
export const statisticsTable = 'data_summary_ad_hourly';

/** A value as text. Binary columns are buffers. */
export type SourceValue = string | Buffer | null;
/** A row by column. Columns that an older schema does not have are missing. */
export type ReviveRow = Readonly<Record<string, SourceValue>>;

/** Statistics of a banner in a zone on one day (UTC). */
export type DailyStatistics = {
  /** Date in the form YYYY-MM-DD. */
  readonly day: string;
  readonly bannerId: number;
  /** 0: requested without a zone. */
  readonly zoneId: number;
  readonly requests: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
};

/** Content of a Revive database. */
export type ReviveData = {
  readonly prefix: string;
  /** Rows by table. Tables that do not exist are missing. */
  readonly tables: ReadonlyMap<ReviveTable, readonly ReviveRow[]>;
  readonly statistics: readonly DailyStatistics[];
  /** Problems of the source that concern no single item. */
  readonly problems: readonly string[];
};
