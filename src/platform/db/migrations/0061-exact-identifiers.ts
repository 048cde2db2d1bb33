import { type Kysely, sql } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';

/**
 * Identifiers of viewers are compared exactly (docs/decisions/0156-exact-identifiers.md). Before, they were stored in a
 * folded form that different people could share, and hashes cannot be converted. Deliveries are imported again from the
 * files of their connections, pending attributes are deleted, and the keys of erasures are flagged so that they are
 * still compared with the folded form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await foldSegmentCodes(db);
}

/** Codes with letters beyond ASCII fold differently now (docs/decisions/0157-unicode-folding.md). */
async function foldSegmentCodes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from segment where folded_code ~ '[^a-z0-9_]'
  `.execute(db);
  for (const { id, code } of rows) {
    const folded = fold(code);
    await sql`
      update segment set folded_code = ${folded}
      where id = ${id} and not exists (select from segment where folded_code = ${folded} and id <> ${id})
    `.execute(db);
  }
}

const statements = [
  `update segment_delivery set tag = tag || ' (before 0061)'`,
  `delete from attribute_inbox`,
  `update erasure set erased_key = 'folded:' || erased_key where erased_key <> ''`,
];
