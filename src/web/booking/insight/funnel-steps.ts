import type { FunnelHour } from '../../../client/generated/types.gen.ts';

/** A step of the funnel with its number of requests. */
export type FunnelStep = {
  readonly key: string;
  readonly kind: 'requested' | 'refused' | 'lost' | 'won' | 'counted';
  readonly count: number;
};

/** Steps from ad requests to counted impressions. Refusal reasons are sorted by count, highest first. */
export function funnelSteps(counts: Omit<FunnelHour, 'hourAt' | 'localHour'>): readonly FunnelStep[] {
  const refused = Object.entries(counts.refused)
    .map(([key, count]) => ({ key, kind: 'refused' as const, count: count ?? 0 }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
  return [
    { key: 'requested', kind: 'requested', count: counts.matched },
    ...refused,
    { key: 'lost', kind: 'lost', count: counts.lostByShare },
    { key: 'won', kind: 'won', count: counts.won },
    { key: 'counted', kind: 'counted', count: counts.counted },
  ];
}

/** The count in percent of the whole, from 0 to 100. 0 if the whole is 0. */
export function shareOfWhole(count: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, (count / whole) * 100);
}
