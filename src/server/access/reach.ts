/** One company/brand combination that a person works for; null: whoever is invoiced. */
export type MappedPair = {
  readonly advertiserCompanyId: number;
  readonly brandId: number;
  readonly invoiceCompanyId: number | null;
};

/** What of the media partners' objects somebody may see and change: all, or what the pairs cover. */
export type Reach = 'everything' | readonly MappedPair[];
