import { maxMissingFileLength, maxMissingFiles } from '../../core/vocabulary/limits/screen-limits.ts';
import type { ScreenReport } from '../../exchange/journal/screen-record.ts';
import { readTime } from './read-player-body.ts';

/** Condition of a player, as reported with its requests. */
export type ReportedCondition = {
  /** Player time in epoch milliseconds. null if not reported. */
  readonly clockMs: number | null;
  readonly missingFiles: readonly string[] | null;
};

/** Reads `now` and `missing` of a body. Invalid values are ignored. Source: docs/decisions/0119-screen-health.md. */
export function readCondition({ now, missing }: Readonly<Record<string, unknown>>): ReportedCondition {
  const named = (file: unknown): file is string => typeof file === 'string' && file !== '';
  return {
    clockMs: readTime(now),
    missingFiles: Array.isArray(missing)
      ? missing
          .filter(named)
          .slice(0, maxMissingFiles)
          .map((file) => file.slice(0, maxMissingFileLength))
      : null,
  };
}

/** Returns the record of a screen's condition. */
export function screenReport(
  { clockMs, missingFiles }: ReportedCondition,
  screen: Pick<ScreenReport, 'deviceId' | 'positionId'>,
  atMs: number,
): ScreenReport {
  const clockAheadMs = clockMs === null ? null : clockMs - atMs;
  return { record: 'screen-report', ...screen, atMs, clockAheadMs, missingFiles };
}
