/** One company and brand of a user. `invoiceCompanyId` null: any invoiced company. */
export type MappedPair = {
  readonly advertiserCompanyId: number;
  readonly brandId: number;
  readonly invoiceCompanyId: number | null;
};

/** Media partners whose objects a caller may see and change: all, or those covered by the pairs. */
export type Reach = 'everything' | readonly MappedPair[];
