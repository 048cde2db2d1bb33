import type { Transaction } from 'kysely';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import type { Row } from '../../records/resource.ts';
import { compareTexts } from '../document/convert-references.ts';
import type { SectionRow } from './managed-sections.ts';

/** What the extra fields of a section are read from. */
export type ExtraContext = {
  readonly transaction: Transaction<Database>;
  readonly deliveryUrl: string;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Keys of the objects that can be referred to, by ID. */
  readonly alive: ReadonlyMap<SectionName, ReadonlyMap<number, string>>;
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of the document that the body of the API does not contain, by ID. */
export async function readExtraFields(
  section: SectionName,
  rows: readonly SectionRow[],
  context: ExtraContext,
): Promise<ReadonlyMap<number, Fields>> {
  switch (section) {
    case 'campaigns':
      return byId(rows as unknown as readonly Row<'campaign'>[], (row) => ({
        state: { paused: row.paused, ...holdOf(row, context), cancelled: row.cancelled },
      }));
    case 'bookings':
      return byId(rows as unknown as readonly Row<'booking'>[], (row) => ({
        state: { lifecycle: row.lifecycle, paused: row.paused, ...holdOf(row, context) },
      }));
    case 'creatives':
      return byId(rows as unknown as readonly Row<'creative'>[], (row) => ({
        // A file that is being processed waits for review afterwards.
        state: row.state === 'processing' ? 'pending_review' : row.state,
        assets: row.assets.length === 0 ? undefined : row.assets.map(plainAsset),
        ...(row.video?.media && {
          media: { ...structuredClone(row.video.media), interactive: row.video.media.interactive ?? null },
        }),
      }));
    case 'users':
      return readMappingFields(rows as unknown as readonly Row<'userAccount'>[], context);
    default:
      return new Map();
  }
}

function byId<Own extends { readonly id: number }>(rows: readonly Own[], fields: (row: Own) => Fields) {
  return new Map(rows.map((row) => [row.id, withoutUndefined(fields(row))]));
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A hold that has ended reserves nothing and is not part of a configuration. */
function holdOf(
  { held, heldUntil, holdNote }: Pick<Row<'booking'>, 'held' | 'heldUntil' | 'holdNote'>,
  { nowMs }: Pick<ExtraContext, 'nowMs'>,
) {
  const isHeld = held && (heldUntil === null || heldUntil.getTime() > nowMs);
  return isHeld ? { held, heldUntil: heldUntil?.toISOString() ?? null, holdNote } : { held: false };
}

/** The other widths and types of an image are listed next to the file itself. */
function plainAsset({ variants: _variants, ...asset }: StoredAsset) {
  return asset;
}

async function readMappingFields(
  rows: readonly Row<'userAccount'>[],
  { transaction, alive }: ExtraContext,
): Promise<ReadonlyMap<number, Fields>> {
  const stored = await transaction.selectFrom('userMapping').selectAll().orderBy('userMapping.id').execute();
  const byUser = Map.groupBy(stored, ({ userName }) => userName.toLowerCase());
  return byId(rows, ({ email, mappingsSince }) => {
    // Earlier mappings of an address do not apply to a user who got it later.
    const active = (byUser.get(email.toLowerCase()) ?? []).filter(
      ({ writtenAt }) => mappingsSince === null || writtenAt >= mappingsSince,
    );
    const mappings = active.flatMap((mapping) => {
      const advertiserCompany = alive.get('mediaPartners')?.get(mapping.advertiserCompanyId);
      const brand = alive.get('brands')?.get(mapping.brandId);
      const { invoiceCompanyId } = mapping;
      const invoiceCompany = invoiceCompanyId === null ? undefined : alive.get('mediaPartners')?.get(invoiceCompanyId);
      const isComplete = advertiserCompany && brand && (invoiceCompanyId === null || invoiceCompany);
      return isComplete ? [{ advertiserCompany, brand, ...(invoiceCompany && { invoiceCompany }) }] : [];
    });
    return { mappings: mappings.toSorted((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b))) };
  });
}
