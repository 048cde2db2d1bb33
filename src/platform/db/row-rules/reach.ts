/** One company and brand that a user works for; `invoiceCompanyId` null: whichever company is invoiced. */
export type MappedPair = {
  readonly advertiserCompanyId: number;
  readonly brandId: number;
  readonly invoiceCompanyId: number | null;
};

/** Which media partners' objects a caller may see and change: all, or those that the pairs cover. */
export type Reach = 'everything' | readonly MappedPair[];
