import type { z } from 'zod';
import type { productPackageView } from '../../../../contract/selling/product-package.ts';
import type { CommonColumns, Json } from '../../columns.ts';
import { rowRules } from '../row-rules.ts';

type View = z.output<typeof productPackageView>;

/** Table of product packages. */
export type ProductPackageTables = {
  readonly productPackage: CommonColumns & {
    description: string;
    bookingTemplateId: number;
    deliveryType: View['deliveryType'];
    pricingOptions: Json<View['pricingOptions']>;
    /** null: none. */
    minimumBudgetMicros: number | null;
    minimumBudgetCurrency: string | null;
    allowedTargeting: View['allowedTargeting'];
    active: boolean;
  };
};

export const productPackageRows = rowRules({
  table: 'productPackage',
  // Buyers see them through the agent endpoint, which applies the list of their buyer agent.
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
