import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { FileSet } from './store-files.ts';

/** Where files of the store lie together. */
export type FileSetKey = Pick<FileSet, 'area' | 'under'>;

/** Until the transaction ends nobody else stores or removes these files for a creative. */
export async function lockSet(transaction: Kysely<Database>, { area, under }: FileSetKey): Promise<void> {
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

/** Creatives that are looked through at a time: some megabytes of text. */
const creativesAtOnce = 2_000;

/**
 * Everything under which a file lies that a creative, a version of one that waits, or the template of a format names,
 * as `media/<hash>`.
 */
export async function foldersInUse(database: Kysely<Database>): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  let last: number | null = 0;
  while (last !== null) {
    const page: { rows: { last: number | null; folders: string[] }[] } = await sql<{
      last: number | null;
      folders: string[];
    }>`
      with page as (
        select creative.id, creative::text as said from creative where creative.id > ${last}
        order by creative.id limit ${creativesAtOnce}
      )
      select (select max(page.id) from page) as last, array(
        select distinct found[1] from page, regexp_matches(page.said, ${folderPattern}, 'g') as found
      ) as folders
    `.execute(database);
    for (const folder of page.rows[0]?.folders ?? []) used.add(folder);
    last = page.rows[0]?.last ?? null;
  }
  const { rows } = await sql<{ folder: string }>`
    select distinct found[1] as folder from format, regexp_matches(format::text, ${folderPattern}, 'g') as found
  `.execute(database);
  for (const { folder } of rows) used.add(folder);
  return used;
}

const folderPattern = '((?:media|html5)/[0-9a-f]{64})/';
