/** Faults of a delivery as a whole. Nothing of it is imported, and the previous data stays in force. */
export const deliveryFaults = [
  'manifest_missing',
  'manifest_invalid',
  'file_missing',
  'file_size_differs',
  'file_changed',
  'file_grew',
  'hash_differs',
  'rows_differ',
  'gzip_broken',
  'wrong_columns',
  'too_many_rows',
  'too_many_bad_rows',
] as const;
export type DeliveryFaultCode = (typeof deliveryFaults)[number];

export class DeliveryFault extends Error {
  readonly code: DeliveryFaultCode;
  constructor(code: DeliveryFaultCode, detail: string) {
    super(detail);
    this.code = code;
  }
}
