import { z } from 'zod';
import { maxUserMappings } from '../../core/vocabulary/limits/api-limits.ts';
import { lineOfText } from '../common/common.ts';

const key = (what: string, example: string) =>
  lineOfText(300).meta({ description: `Key of the ${what} in the configuration`, example });

/** Companies and brands that a user may see and book. */
export const userMappingsSchema = z
  .array(
    z.strictObject({
      advertiserCompany: key('advertiser', 'Aurora Coffee'),
      brand: key('brand', 'Aurora Filter'),
      invoiceCompany: key('invoiced company', 'Aurora Coffee').optional(),
    }),
  )
  .max(maxUserMappings)
  .default([])
  .meta({ description: 'Companies and brands that the user may see and book', example: [] });
/** A valid `userMappingsSchema`. */
export type ConfiguredMappings = z.output<typeof userMappingsSchema>;
