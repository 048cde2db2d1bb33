import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { attachmentFolders } from '../../comment/attachment/attachment-use.ts';
import type { FileSet } from './store-files.ts';

/** Folder of files in the store. */
export type FileSetKey = Pick<FileSet, 'area' | 'under'>;

/** Locks a set of files until the transaction ends, so that no other operation stores or removes them. */
export async function lockSet(transaction: Kysely<Database>, { area, under }: FileSetKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${area}/${under}`}, 0))`.execute(transaction);
}

/**
 * Returns those of the texts that occur anywhere in a creative or its pending version: as its file, as one of several,
 * or in a URL of its markup. Matches any reference, including those that later versions add.
 * @param texts paths of files, or of their folders
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

/** Creatives per query: some megabytes of text. */
const creativesAtOnce = 2_000;

/**
 * Returns all folders with files that a creative, its pending version, the template of a format, or a comment refers to,
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
  for (const folder of await attachmentFolders(database)) used.add(folder);
  return used;
}

const folderPattern = '((?:media|html5)/[0-9a-f]{64})/';
