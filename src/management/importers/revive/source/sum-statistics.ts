import type { DailyStatistics, ReviveRow, SourceValue } from './revive-data.ts';

type Sum = { -readonly [Field in keyof DailyStatistics]: DailyStatistics[Field] };

/** Sums hourly statistics by day, banner and zone. */
export class StatisticsSums {
  readonly #sums = new Map<string, Sum>();

  /** Adds a row of the hourly statistics. Older schemas have a column `day`, newer ones `date_time`. */
  add(row: ReviveRow): void {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(row['date_time']) || textOf(row['day']))?.[0];
    if (day === undefined || day.startsWith('0000')) return;
    const bannerId = countOf(row['ad_id']);
    const zoneId = countOf(row['zone_id']);
    const key = `${day} ${bannerId} ${zoneId}`;
    const sum = this.#sums.get(key) ?? {
      day,
      bannerId,
      zoneId,
      requests: 0,
      impressions: 0,
      clicks: 0,
      conversions: 0,
    };
    sum.requests += countOf(row['requests']);
    sum.impressions += countOf(row['impressions']);
    sum.clicks += countOf(row['clicks']);
    sum.conversions += countOf(row['conversions']);
    this.#sums.set(key, sum);
  }

  /** Returns the sums in a stable order. */
  result(): readonly DailyStatistics[] {
    return [...this.#sums.values()].sort(
      (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) || a.bannerId - b.bannerId || a.zoneId - b.zoneId,
    );
  }
}

function textOf(value: SourceValue | undefined): string {
  return value === null || value === undefined ? '' : value.toString();
}

/** Reads a count. Negative and unreadable values are 0. */
function countOf(value: SourceValue | undefined): number {
  const count = Math.trunc(Number(textOf(value)));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
