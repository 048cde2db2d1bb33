import { type Kysely, sql } from 'kysely';
import type { CreativeRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { Database } from '../../../src/platform/db/schema.ts';

/** Rows per statement: a few megabytes of JSON. */
const rowsPerStatement = 5_000;

/**
 * Writes records into an empty database that result in these snapshot rows, faster than through the API. All bookings
 * and creatives are approved, with one media partner and one brand.
 */
export async function fillDatabase(database: Kysely<Database>, rows: SnapshotRows): Promise<void> {
  const { publishers, publications, locations, formats, positions, creatives, bookings } = rows;
  const named = (row: { readonly id: number }) => ({ name: `${row.id}`, company_name: `${row.id}`, ...row });
  await sql`insert into media_partner (id, name, roles) values (1, 'Partner', '{ADVERTISER,INVOICE}')`.execute(
    database,
  );
  await sql`insert into brand (id, name, media_partner_id, domains) values (1, 'Brand', 1, '{shop.example}')`.execute(
    database,
  );
  await insert('publisher', 'name text, company_name text', publishers.map(named));
  await insert(
    'publication',
    'name text, company_name text, publisher_id bigint, time_zone text',
    publications.map((row) => ({ ...named(row), publisher_id: row.publisherId, time_zone: row.timeZone })),
  );
  await insert(
    'location',
    'name text, publication_id bigint, code text',
    locations.map((row) => ({ ...row, name: row.code, publication_id: row.publicationId })),
  );
  await insert(
    'format',
    'name text, code text, width integer, height integer, media_type text',
    formats.map((row) => ({ ...row, name: row.code, media_type: row.mediaType })),
  );
  await insert(
    'position',
    'name text, location_id bigint, format_id bigint, slot_name text',
    positions.map((row) => ({
      id: row.id,
      name: row.slotName,
      location_id: row.locationId,
      format_id: row.formatId,
      slot_name: row.slotName,
    })),
  );
  await insert(
    'creative',
    'name text, kind text, brand_id bigint, format_id bigint, click_url text, alt_text text, html text, width integer, height integer, assets jsonb, state text',
    creatives.map(({ formatId, clickUrl, altText, file, ...row }) => ({
      ...row,
      brand_id: 1,
      format_id: formatId,
      click_url: clickUrl,
      alt_text: altText,
      assets: file === null ? [] : [assetOf(file, row)],
      state: 'approved',
    })),
  );
  const campaigns = new Map<number, string>(bookings.map(({ campaignId, campaign }) => [campaignId, campaign.name]));
  await insert(
    'campaign',
    'name text, advertiser_company_id bigint, invoice_company_id bigint, brand_ids bigint[]',
    [...campaigns].map(([id, name]) => ({ id, name, advertiser_company_id: 1, invoice_company_id: 1, brand_ids: [1] })),
  );
  await insert(
    'booking',
    'name text, campaign_id bigint, type text, start_date timestamptz, end_date timestamptz, position_ids bigint[], location_ids bigint[], publication_ids bigint[], publisher_ids bigint[], priority smallint, lifecycle text',
    bookings.map(({ id, name, campaignId, type, startMs, endMs, inventory, priority, lifecycle }) => ({
      id,
      name,
      campaign_id: campaignId,
      type,
      start_date: new Date(startMs).toISOString(),
      end_date: endMs === null ? null : new Date(endMs).toISOString(),
      position_ids: inventory.positionIds,
      location_ids: inventory.locationIds,
      publication_ids: inventory.publicationIds,
      publisher_ids: inventory.publisherIds,
      priority,
      lifecycle,
    })),
  );
  await insert(
    'booking_creative',
    'booking_id bigint, creative_id bigint, weight integer',
    bookings.flatMap(({ id, ads }) =>
      ads.map((ad) => ({ id: ad.id, booking_id: id, creative_id: ad.creativeId, weight: ad.weight })),
    ),
  );
  await sql`analyze`.execute(database);

  async function insert(table: string, columns: string, all: readonly object[]): Promise<void> {
    const names = columns.split(/,\s*/).map((column) => column.split(' ')[0] ?? '');
    const list = sql.join(['id', ...names].map((name) => sql.ref(name)));
    for (let from = 0; from < all.length; from += rowsPerStatement) {
      const json = JSON.stringify(all.slice(from, from + rowsPerStatement));
      await sql`
        insert into ${sql.table(table)} (${list})
        select ${list} from jsonb_to_recordset(${json}::jsonb) as given (id bigint, ${sql.raw(columns)})
      `.execute(database);
    }
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${all.length + 1})`.execute(database);
  }
}

/** Returns the additional fields that the database stores for a file. The path contains the checksum. */
function assetOf(file: NonNullable<CreativeRow['file']>, { width, height }: Pick<CreativeRow, 'width' | 'height'>) {
  return { ...file, bytes: 20_000, sha256: file.path.split('/')[1], width, height };
}
