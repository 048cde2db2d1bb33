import { maxMissingFileLength, maxMissingFiles } from '../../core/vocabulary/limits.ts';
import type { ScreenReport } from '../../exchange/journal/screen-record.ts';
import { readTime } from './read-player-body.ts';

/** What a player says of itself beside what it asks or tells. */
export type ReportedCondition = {
  /** Epoch ms by its own clock; null: it does not say. */
  readonly clockMs: number | null;
  readonly missingFiles: readonly string[] | null;
};

/** Reads `now` and `missing` of a body; what is neither says nothing. Source: docs/decisions/0119-screen-health.md. */
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

/** The record of it. */
export function screenReport(
  { clockMs, missingFiles }: ReportedCondition,
  screen: Pick<ScreenReport, 'deviceId' | 'positionId'>,
  atMs: number,
): ScreenReport {
  const clockAheadMs = clockMs === null ? null : clockMs - atMs;
  return { record: 'screen-report', ...screen, atMs, clockAheadMs, missingFiles };
}
