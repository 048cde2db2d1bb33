import type { Migration } from 'kysely/migration';
import * as recordsAndCounts from './0001-records-and-counts.ts';

/** Every migration by its name, in the order of the names; a list and not a folder scan, so that a bundle has them too. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  '0001-records-and-counts': recordsAndCounts,
};
