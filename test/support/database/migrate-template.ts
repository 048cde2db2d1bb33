import { migrateToLatest } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';

/** Migrates an empty database to the current schema. */
export async function migrateTemplate(url: string): Promise<void> {
  const { kysely } = openDatabase(url, { maxConnections: 2 });
  try {
    await migrateToLatest(kysely);
  } finally {
    await kysely.destroy();
  }
}
