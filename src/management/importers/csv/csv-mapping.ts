import { z } from 'zod';
import { normalized } from '../common/source-record.ts';
import { importedSections } from '../importer.ts';

/** How a field of an object is filled. */
const fieldSchema = z.union([
  z.strictObject({
    column: z.string().min(1),
    as: z.enum(['text', 'number', 'money', 'date', 'endDate', 'list', 'boolean']).default('text'),
    /** Values of the column and what they stand for. Other values are used as they are. */
    values: z.record(z.string(), z.unknown()).optional(),
    default: z.unknown().optional(),
  }),
  z.strictObject({ value: z.unknown() }),
]);

/** A saved mapping of the columns of CSV files to objects. */
export const csvMappingSchema = z.strictObject({
  version: z.literal(1),
  objects: z.array(
    z.strictObject({
      section: z.enum(importedSections),
      /** Columns whose values identify the object. Rows without a value in one of them have no such object. */
      key: z.array(z.string().min(1)).min(1),
      /** Fields of the section by path, such as `delivery.goal.total`. References are keys of other objects. */
      fields: z.record(z.string(), fieldSchema),
    }),
  ),
});
/** A valid `csvMappingSchema`. */
export type CsvMapping = z.output<typeof csvMappingSchema>;
/** One field of a mapping. */
export type CsvField = z.output<typeof fieldSchema>;

/** Usual names of columns, without case and punctuation. */
const columnNames = {
  advertiser: ['advertiser', 'advertisername', 'client', 'customer', 'company'],
  brand: ['brand', 'brandname'],
  campaign: ['campaign', 'campaignname', 'order', 'ordername', 'insertionorder'],
  booking: ['booking', 'bookingname', 'lineitem', 'lineitemname', 'line', 'placementname', 'flight', 'name'],
  start: ['start', 'startdate', 'from', 'flightstart', 'begin'],
  end: ['end', 'enddate', 'to', 'until', 'flightend'],
  impressions: ['impressions', 'goal', 'bookedimpressions', 'quantity', 'volume', 'units'],
  cpm: ['cpm', 'rate', 'price'],
  publication: ['publication', 'site', 'website', 'publisher', 'app'],
  position: ['position', 'adunit', 'zone', 'slot', 'placement'],
} as const;

/** Suggests a mapping for the columns of a file. Columns that no name matches are left out. */
export function suggestMapping(header: readonly string[]): CsvMapping {
  const columnOf = (kind: keyof typeof columnNames) =>
    header.find((column) => (columnNames[kind] as readonly string[]).includes(normalized(column)));
  const [advertiser, campaign, booking] = [columnOf('advertiser'), columnOf('campaign'), columnOf('booking')];
  const objects: CsvMapping['objects'] = [];
  const text = (column: string): CsvField => ({ column, as: 'text' });
  if (advertiser !== undefined) {
    const roles: CsvField = { value: ['ADVERTISER', 'INVOICE'] };
    objects.push({ section: 'mediaPartners', key: [advertiser], fields: { name: text(advertiser), roles } });
    objects.push({
      section: 'brands',
      key: [advertiser],
      fields: { name: text(advertiser), mediaPartner: text(advertiser) },
    });
  }
  if (advertiser !== undefined && campaign !== undefined) {
    const company = text(advertiser);
    const brands: CsvField = { column: advertiser, as: 'list' };
    const fields = { name: text(campaign), advertiserCompany: company, invoiceCompany: company, brands };
    objects.push({ section: 'campaigns', key: [campaign], fields });
  }
  if (campaign !== undefined && booking !== undefined) {
    const columns = {
      start: columnOf('start'),
      end: columnOf('end'),
      cpm: columnOf('cpm'),
      goal: columnOf('impressions'),
    };
    objects.push({
      section: 'bookings',
      key: [campaign, booking],
      fields: {
        name: text(booking),
        campaign: text(campaign),
        type: { value: 'display' },
        startDate:
          columns.start === undefined ? { value: '2000-01-01T00:00:00Z' } : { column: columns.start, as: 'date' },
        ...(columns.end !== undefined && { endDate: { column: columns.end, as: 'endDate' } as const }),
        ...(columns.goal !== undefined && {
          'delivery.method': { value: columns.end === undefined ? 'asap' : 'even' },
          'delivery.goal.kind': { value: 'impressions' },
          'delivery.goal.total': { column: columns.goal, as: 'number' } as const,
        }),
        ...(columns.cpm !== undefined && {
          'pricing.model': { value: 'cpm' },
          'pricing.rate.amount': { column: columns.cpm, as: 'money' } as const,
          'pricing.rate.currency': { value: 'EUR' },
        }),
      },
    });
  }
  return { version: 1, objects };
}
