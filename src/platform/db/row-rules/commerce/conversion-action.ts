import { sql } from 'kysely';
import type { ConversionCategory, ConversionCounting } from '../../../../core/vocabulary/attribution-rule.ts';
import type { CommonColumns } from '../../columns.ts';
import { creativesWhere, ofCoveredBrand, rowRules } from '../row-rules.ts';

/** Table of conversion actions. */
export type ConversionActionTables = {
  readonly conversionAction: CommonColumns & {
    mediaPartnerId: number;
    /** null: all brands of the media partner. */
    brandId: number | null;
    category: ConversionCategory;
    counting: ConversionCounting;
    clickDays: number;
    viewDays: number;
    /** Value of a conversion that states none; null: it has no value. */
    defaultValueMicros: number | null;
    defaultValueCurrency: string | null;
  };
};

export const conversionActionRows = rowRules({
  table: 'conversionAction',
  // An action of all brands is visible only to callers with access to all data.
  visibleTo: ofCoveredBrand('conversionAction'),
  snapshot: {
    own: null,
    dependents: creativesWhere(
      (of) => sql`exists (
        select from conversion_action where conversion_action.id = any(${of}::bigint[])
          and conversion_action.media_partner_id = brand.media_partner_id
          and coalesce(conversion_action.brand_id, brand.id) = brand.id)`,
      ['mediaPartnerId', 'brandId', 'archivedAt'],
    ),
  },
  search: null,
});
