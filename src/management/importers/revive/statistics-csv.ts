import { csvText } from '../../../core/vocabulary/csv-cell.ts';
import { externalId } from './import-context.ts';
import type { DailyStatistics } from './source/revive-data.ts';

/**
 * Returns daily statistics of the source as CSV, by the keys of position and creative. They are never added to the counts
 * of Placard. Empty: there are none. Source: docs/decisions/0257-imported-statistics.md.
 */
export function statisticsCsv(statistics: readonly DailyStatistics[]): string {
  if (statistics.length === 0) return '';
  const header = ['day', 'position', 'creative', 'requests', 'impressions', 'clicks', 'conversions'];
  const rows = statistics.map(({ day, zoneId, bannerId, requests, impressions, clicks, conversions }) => [
    day,
    zoneId === 0 ? '' : externalId('zone', zoneId),
    externalId('banner', bannerId),
    requests,
    impressions,
    clicks,
    conversions,
  ]);
  return csvText([header, ...rows]);
}
