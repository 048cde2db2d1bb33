import type { Kysely } from 'kysely';
import { appendAudit } from '../audit/append-audit.ts';
import type { Database } from '../db/schema.ts';
import { raiseRevision } from '../revision/raise-revision.ts';

/** Display formats in common use. Source: IAB New Ad Portfolio, fixed sizes; docs/guide/first-ad.md. */
const standardFormats = [
  { code: 'leaderboard', name: 'Leaderboard', width: 728, height: 90 },
  { code: 'billboard', name: 'Billboard', width: 970, height: 250 },
  { code: 'rectangle', name: 'Medium rectangle', width: 300, height: 250 },
  { code: 'skyscraper', name: 'Wide skyscraper', width: 160, height: 600 },
  { code: 'halfpage', name: 'Half page', width: 300, height: 600 },
  { code: 'mobile', name: 'Mobile banner', width: 320, height: 100 },
  { code: 'mobileleaderboard', name: 'Mobile leaderboard', width: 320, height: 50 },
] as const;

/** Creates the standard display formats in an account that has none. */
export async function createStandardFormats(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .insertInto('format')
      .values(standardFormats.map((format) => ({ ...format, mediaType: 'banner' })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['format.id', 'format.code', 'format.name', 'format.width', 'format.height'])
      .execute();
    const kind = 'inventory/format';
    for (const { id, ...after } of rows) {
      const entry = { actor: 'system', action: 'create', kind, objectId: id, before: null, after, requestId: null };
      await appendAudit(transaction, entry);
    }
    const touched = rows.map(({ id }) => ({ kind, id, members: null }));
    await raiseRevision(transaction, { actor: 'system', summary: 'create standard formats', touched });
  });
}
