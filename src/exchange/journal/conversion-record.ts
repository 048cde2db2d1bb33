/**
 * A journal record of a conversion that a page reported. Idempotent: the order ID identifies it. Source:
 * docs/decisions/0223-conversion-actions.md.
 */
export type ConversionRecord = {
  readonly record: 'conversion';
  readonly actionId: number;
  /** ID of the page, or an assigned one. */
  readonly orderId: string;
  /** Epoch ms of receipt. */
  readonly atMs: number;
  /** null: that of the action. */
  readonly value: { readonly micros: number; readonly currency: string } | null;
  /** Keys of the months that may contain touches; empty: unknown visitor, or no consent. */
  readonly shopperKeys: readonly string[];
  /** Counted event of the click that led to the landing page; null: unknown, or no consent. */
  readonly clickEventId: string | null;
};

/** Reports whether a value is a complete record of a conversion. */
export function isConversionRecord(value: unknown): value is ConversionRecord {
  if (typeof value !== 'object' || value === null) return false;
  const {
    record,
    actionId,
    orderId,
    atMs,
    value: worth,
    shopperKeys,
    clickEventId,
  } = value as Partial<ConversionRecord>;
  return (
    record === 'conversion' &&
    Number.isSafeInteger(actionId) &&
    Number.isSafeInteger(atMs) &&
    isText(orderId) &&
    (worth === null || (Number.isSafeInteger(worth?.micros) && isText(worth?.currency))) &&
    Array.isArray(shopperKeys) &&
    shopperKeys.every(isText) &&
    (clickEventId === null || isText(clickEventId))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
