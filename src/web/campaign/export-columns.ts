import type { Campaign } from '../../client/generated/types.gen.ts';
import { generalCounters } from '../../core/pricing/billable-events.ts';

/** A cell of the CSV file of campaigns. */
export type ExportCell = string | number | null;

/** Columns of the file. Those that also exist in `csvColumns` can be imported again. */
export const exportColumns: Readonly<Record<string, (campaign: Campaign) => ExportCell>> = {
  id: ({ id }) => id,
  externalId: ({ externalId }) => externalId,
  name: ({ name }) => name,
  status: ({ status }) => status,
  health: ({ health }) => health,
  type: ({ type }) => type,
  advertiserCompanyId: ({ advertiserCompanyId }) => advertiserCompanyId,
  invoiceCompanyId: ({ invoiceCompanyId }) => invoiceCompanyId,
  brandIds: ({ brandIds }) => brandIds.join(' '),
  poNumber: ({ poNumber }) => poNumber,
  validUntil: ({ validUntil }) => validUntil,
  startDate: ({ startDate }) => startDate,
  endDate: ({ endDate }) => endDate,
  bookings: ({ bookingCount }) => bookingCount,
  creatives: ({ creativeCount }) => creativeCount,
  ...Object.fromEntries(generalCounters.map((counter) => [counter, ({ delivered }: Campaign) => delivered[counter]])),
};
