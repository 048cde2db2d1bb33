/** A record of the journal that is no event of an ad: what a screen says of itself. Told again, it means the same. */
export type ScreenRecord = PlayLink | ScreenReport;

/**
 * One record of the chain of a screen, whether its play counts or not. Source: docs/decisions/0116-play-chains.md.
 */
export type PlayLink = {
  readonly record: 'play-link';
  readonly deviceId: string;
  /** Hash of the name of the chain, which only its player knows. */
  readonly chainKey: string;
  /** Of the first genuine play that came with it. */
  readonly positionId: number;
  /** Number of the record in its chain, from 1. */
  readonly sequence: number;
  /** SHA-256 of the record before, and of this one: 64 hexadecimal digits. */
  readonly previous: string;
  readonly hash: string;
  /** Epoch ms at which it reached us. */
  readonly toldAtMs: number;
};

/** How a screen says that it is, with whatever it asks or tells. Source: docs/decisions/0119-screen-health.md. */
export type ScreenReport = {
  readonly record: 'screen-report';
  readonly deviceId: string;
  readonly positionId: number;
  /** Epoch ms at which it reached us. */
  readonly atMs: number;
  /** How far its clock is ahead of ours; below 0: behind; null: it did not say. */
  readonly clockAheadMs: number | null;
  /** Addresses that it could not fetch, the first of them; null: it did not say. */
  readonly missingFiles: readonly string[] | null;
};

/** True for a whole record of a kind that this program knows. */
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
