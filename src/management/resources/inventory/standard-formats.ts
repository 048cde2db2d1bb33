import type { Kysely } from 'kysely';
import { standardFormats } from '../../../core/vocabulary/standard-formats.ts';
import { raiseRevision } from '../../../exchange/revision/raise-revision.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Creates the standard display formats in an account without formats. */
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
