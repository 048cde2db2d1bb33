/** A journal record of a screen that is not an ad event. Idempotent. */
export type ScreenRecord = PlayLink | ScreenReport;

/**
 * One record of the play chain of a screen, whether its play counts or not. Source: docs/decisions/0116-play-chains.md.
 */
export type PlayLink = {
  readonly record: 'play-link';
  readonly deviceId: string;
  /** Hash of the name of the chain, which only its player knows. */
  readonly chainKey: string;
  /** Position of the first genuine play that was reported with it. */
  readonly positionId: number;
  /** Number of the record in its chain, from 1. */
  readonly sequence: number;
  /** SHA-256 of the previous record and of this one: 64 hexadecimal digits. */
  readonly previous: string;
  readonly hash: string;
  /** Epoch ms of receipt. */
  readonly toldAtMs: number;
};

/** State of a screen, sent with each request or report. Source: docs/decisions/0119-screen-health.md. */
export type ScreenReport = {
  readonly record: 'screen-report';
  readonly deviceId: string;
  readonly positionId: number;
  /** Epoch ms of receipt. */
  readonly atMs: number;
  /** Lead of its clock over the server clock in ms, negative: lag; null: not reported. */
  readonly clockAheadMs: number | null;
  /** The first URLs that it could not fetch; null: not reported. */
  readonly missingFiles: readonly string[] | null;
};

/** Reports whether a value is a complete record of a known kind. */
export function isScreenRecord(value: unknown): value is ScreenRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  if (record['record'] === 'screen-report') return isReport(record);
  return (
    record['record'] === 'play-link' &&
    [record['deviceId'], record['chainKey'], record['previous'], record['hash']].every(isText) &&
    [record['positionId'], record['sequence'], record['toldAtMs']].every(isPositive)
  );
}

function isReport({
  deviceId,
  positionId,
  atMs,
  clockAheadMs,
  missingFiles,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    isText(deviceId) &&
    [positionId, atMs].every(isPositive) &&
    (clockAheadMs === null || Number.isSafeInteger(clockAheadMs)) &&
    (missingFiles === null || (Array.isArray(missingFiles) && missingFiles.every(isText)))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
