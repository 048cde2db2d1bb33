/** Usage of one account, as in the protocol. */
type UsageCall = { readonly usage: readonly unknown[] };

/**
 * Answers `report_usage`. Placard counts the delivery of purchases itself and invoices it, so it accepts no usage of a
 * buyer. The reason is in `ext`, because the official client treats each response with `errors` as a failed call.
 */
export function refuseUsage({ usage }: UsageCall) {
  const message = 'Usage is billed from the reports of the seller. Creatives have no prices';
  return {
    accepted: 0,
    ext: { placard: { refused: usage.map((_, index) => ({ field: `usage[${index}]`, message })) } },
  };
}
