import type { z } from 'zod';
import { bookingBody } from '../../../src/contract/booking/booking.ts';
import { campaignBody } from '../../../src/contract/booking/campaign.ts';
import { brandBody, mediaPartnerBody } from '../../../src/contract/commerce/media-partner.ts';
import { creativeBody } from '../../../src/contract/creative/creative.ts';
import {
  formatBody,
  locationBody,
  positionBody,
  publicationBody,
  publisherBody,
} from '../../../src/contract/inventory/inventory.ts';
import type {
  ImportedDocument,
  ImportedFile,
  ImportedObject,
  ImportedSection,
} from '../../../src/management/importers/importer.ts';

/** Schema of each section, its references by field, and the fields that only documents have. */
const sections: Readonly<
  Record<
    ImportedSection,
    {
      readonly body: z.ZodType;
      readonly references?: Readonly<Record<string, readonly [string, ImportedSection]>>;
      readonly extra?: readonly string[];
    }
  >
> = {
  publishers: { body: publisherBody },
  publications: { body: publicationBody, references: { publisher: ['publisherId', 'publishers'] } },
  locations: { body: locationBody, references: { publication: ['publicationId', 'publications'] } },
  formats: { body: formatBody },
  positions: {
    body: positionBody,
    references: { location: ['locationId', 'locations'], format: ['formatId', 'formats'] },
  },
  mediaPartners: { body: mediaPartnerBody },
  brands: { body: brandBody, references: { mediaPartner: ['mediaPartnerId', 'mediaPartners'] } },
  creatives: {
    body: creativeBody,
    references: { brand: ['brandId', 'brands'], format: ['formatId', 'formats'] },
    extra: ['file', 'state'],
  },
  campaigns: {
    body: campaignBody,
    references: {
      advertiserCompany: ['advertiserCompanyId', 'mediaPartners'],
      invoiceCompany: ['invoiceCompanyId', 'mediaPartners'],
      brands: ['brandIds', 'brands'],
    },
    extra: ['state'],
  },
  bookings: {
    body: bookingBody,
    references: { campaign: ['campaignId', 'campaigns'], positions: ['positionIds', 'positions'] },
    extra: ['state'],
  },
};

/** Returns everything in a document that the API would refuse: invalid fields, missing references and missing files. */
export function documentFaults(document: ImportedDocument, files: readonly ImportedFile[]): readonly string[] {
  const ids = new Map<string, number>();
  for (const section of Object.keys(sections) as ImportedSection[]) {
    for (const key of Object.keys(document[section] ?? {})) ids.set(`${section} ${key}`, ids.size + 1);
  }
  const hashes = new Set(files.map(({ sha256 }) => sha256));
  return (Object.keys(sections) as ImportedSection[]).flatMap((section) => {
    const objects: Readonly<Record<string, ImportedObject>> = document[section] ?? {};
    return Object.entries(objects).flatMap(([key, object]) => {
      const { body, missing } = withIds(section, object, ids);
      const { sha256 } = (object['file'] ?? {}) as { readonly sha256?: string };
      if (sha256 !== undefined && !hashes.has(sha256)) missing.push(`file ${sha256}`);
      const parsed = sections[section].body.safeParse(body);
      const issues = parsed.success
        ? []
        : parsed.error.issues.map(({ path, message }) => `${path.join('/')}: ${message}`);
      return [...missing, ...issues].map((fault) => `${section}/${key}: ${fault}`);
    });
  });
}

function withIds(section: ImportedSection, object: ImportedObject, ids: ReadonlyMap<string, number>) {
  const { references = {}, extra = [] } = sections[section];
  const missing: string[] = [];
  const idOf = (target: string, key: unknown) => {
    const id = ids.get(`${target} ${String(key)}`);
    if (id === undefined) missing.push(`no ${target} ${String(key)}`);
    return id ?? 1;
  };
  const fields = Object.entries(object).flatMap(([field, value]): (readonly [string, unknown])[] => {
    if (extra.includes(field)) return [];
    if (section === 'bookings' && field === 'creatives') {
      const creatives = value as readonly (ImportedObject & { readonly creative: string })[];
      return [
        [field, creatives.map(({ creative, ...rest }) => ({ ...rest, creativeId: idOf('creatives', creative) }))],
      ];
    }
    const [idField, target] = references[field] ?? [];
    if (idField === undefined || target === undefined) return [[field, value]];
    return [[idField, Array.isArray(value) ? value.map((one) => idOf(target, one)) : idOf(target, value)]];
  });
  return { body: Object.fromEntries(fields), missing };
}
