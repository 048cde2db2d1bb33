import type { z } from 'zod';
import type { BookingSettings } from '../../../../contract/booking/booking-template.ts';
import type { productPackageView } from '../../../../contract/selling/product-package.ts';
import type { PropertySelection } from '../../../../platform/db/tables/authorization-tables.ts';

type PackageView = z.output<typeof productPackageView>;

/** A package that a buyer can buy, with the inventory that its template covers. */
export type Offer = Pick<
  PackageView,
  'id' | 'name' | 'description' | 'deliveryType' | 'pricingOptions' | 'allowedTargeting'
> & {
  /** ID in the protocol. */
  readonly productId: string;
  readonly minimumBudget: { readonly micros: number; readonly currency: string } | null;
  readonly type: 'display' | 'in_store';
  /** Settings of the bookings that are sold. */
  readonly settings: BookingSettings;
  readonly publications: readonly PublicationOfOffer[];
  readonly formats: readonly FormatOfOffer[];
};

/** A publication with positions of the package. */
export type PublicationOfOffer = {
  readonly id: number;
  readonly name: string;
  readonly domains: readonly string[];
  readonly timeZone: string;
  /** Properties for which a domain authorizes this agent, by domain. Others are not authorized or not checked. */
  readonly authorized: Readonly<Record<string, PropertySelection>>;
};

/** A format that a creative of the package may have. */
export type FormatOfOffer = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
};
