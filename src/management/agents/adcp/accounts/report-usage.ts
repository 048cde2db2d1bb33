/** Usage of one account, as in the protocol. */
type UsageCall = { readonly usage: readonly unknown[] };

/**
 * Answers `report_usage`. Placard counts the delivery of purchases itself and invoices it, so it accepts no usage of a
 * buyer.
 */
export function refuseUsage({ usage }: UsageCall) {
  return {
    accepted: 0,
    errors: usage.map((_, index) => ({
      code: 'BILLED_BY_SELLER',
      message: 'Usage is billed from the reports of the seller. Creatives have no prices',
      field: `usage[${index}]`,
    })),
  };
}
