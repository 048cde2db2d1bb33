import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** A table of names: one file that is replaced when its rows change. */
export type NameTable = {
  readonly name: string;
  /** Types of DuckDB by column. The first is the key. */
  readonly columns: Readonly<Record<string, string>>;
  /** Query of PostgreSQL, with one row of JSON as text per result row, in order of the key. */
  readonly query: string;
};

const id = 'BIGINT';
const text = 'VARCHAR';

export const nameTables: readonly NameTable[] = [
  {
    name: 'bookings',
    columns: {
      booking_id: id,
      booking: text,
      campaign_id: id,
      campaign: text,
      advertiser_id: id,
      advertiser: text,
    },
    query: `select json_build_object('booking_id', booking.id, 'booking', booking.name,
        'campaign_id', campaign.id, 'campaign', campaign.name,
        'advertiser_id', media_partner.id, 'advertiser', media_partner.name)::text as row
      from booking join campaign on campaign.id = booking.campaign_id
      join media_partner on media_partner.id = campaign.advertiser_company_id order by booking.id`,
  },
  {
    name: 'creatives',
    columns: { creative_id: id, creative: text, brand_id: id, brand: text },
    query: `select json_build_object('creative_id', creative.id, 'creative', creative.name,
        'brand_id', brand.id, 'brand', brand.name)::text as row
      from creative join brand on brand.id = creative.brand_id order by creative.id`,
  },
  {
    name: 'positions',
    columns: {
      position_id: id,
      slot_name: text,
      location_id: id,
      location: text,
      publication_id: id,
      publication: text,
      publisher_id: id,
      publisher: text,
      time_zone: text,
    },
    query: `select json_build_object('position_id', position.id, 'slot_name', position.slot_name,
        'location_id', location.id, 'location', location.name,
        'publication_id', publication.id, 'publication', publication.name,
        'publisher_id', publisher.id, 'publisher', publisher.name, 'time_zone', publication.time_zone)::text as row
      from position join location on location.id = position.location_id
      join publication on publication.id = location.publication_id
      join publisher on publisher.id = publication.publisher_id order by position.id`,
  },
];

/** Rows of a name table in a local file, as lines of JSON. */
export type NameRows = { readonly table: NameTable; readonly path: string };

/**
 * Writes the rows of changed tables to local files.
 * @param known hash of the rows by table, as returned by the previous call
 */
export async function readNameTables(
  database: Kysely<Database>,
  folder: string,
  known: ReadonlyMap<string, string>,
): Promise<{ readonly changed: readonly NameRows[]; readonly hashes: ReadonlyMap<string, string> }> {
  await mkdir(folder, { recursive: true });
  const hashes = new Map<string, string>();
  const changed: NameRows[] = [];
  for (const table of nameTables) {
    const { rows } = await sql<{ row: string }>`${sql.raw(table.query)}`.execute(database);
    const content = rows.map(({ row }) => `${row}\n`).join('');
    const hash = createHash('sha256').update(content).digest('hex');
    hashes.set(table.name, hash);
    if (known.get(table.name) === hash) continue;
    const path = join(folder, `${table.name}.ndjson`);
    await writeFile(path, content);
    changed.push({ table, path });
  }
  return { changed, hashes };
}
