import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { FileSet } from './store-files.ts';

/** Where files of the store lie together. */
export type SetPlace = Pick<FileSet, 'area' | 'under'>;

/** Until the transaction ends nobody else stores or removes these files for a creative. */
export async function lockSet(transaction: Kysely<Database>, { area, under }: SetPlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${area}/${under}`}, 0))`.execute(transaction);
}

/**
 * Those of the texts that stand anywhere in a creative, or in a version of one that waits: as its file, as one of several,
 * in an address of its markup. Whatever a creative will be able to name one day is found as well.
 * @param texts paths of files, or of the folders that they lie in
 */
export async function namedByCreatives(
  database: Kysely<Database>,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ text: string }>`
    select wanted.text from unnest(${texts as string[]}::text[]) as wanted (text)
    where exists (select 1 from creative where position(wanted.text in creative::text) > 0)
  `.execute(database);
  return new Set(rows.map(({ text }) => text));
}
