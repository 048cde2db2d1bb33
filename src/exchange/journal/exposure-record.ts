/**
 * A journal record of a viewer of an experiment: a request that the booking won, or would have won outside the holdout.
 * Idempotent: the earliest record of a viewer counts. Source: docs/decisions/0224-experiments.md.
 */
export type ExposureRecord = {
  readonly record: 'exposure';
  readonly bookingId: number;
  /** Key of the viewer in this month, in hexadecimal, as in touches of ads. */
  readonly viewerKey: string;
  readonly isHeldOut: boolean;
  /** Epoch ms of the decision. */
  readonly atMs: number;
};

/** Reports whether a value is a complete record of a viewer of an experiment. */
export function isExposureRecord(value: unknown): value is ExposureRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { record, bookingId, viewerKey, isHeldOut, atMs } = value as Partial<ExposureRecord>;
  return (
    record === 'exposure' &&
    Number.isSafeInteger(bookingId) &&
    Number.isSafeInteger(atMs) &&
    typeof viewerKey === 'string' &&
    viewerKey !== '' &&
    typeof isHeldOut === 'boolean'
  );
}
