import type { FunnelHour } from '../../../client/generated/types.gen.ts';

/** One step of a funnel: how many are left, or were lost there. */
export type FunnelStep = {
  readonly key: string;
  readonly kind: 'asked' | 'refused' | 'lost' | 'won' | 'counted';
  readonly count: number;
};

/** What became of a booking, from what was asked for to what counted; reasons that refused most come first. */
export function funnelSteps(counts: Omit<FunnelHour, 'hourAt' | 'localHour'>): readonly FunnelStep[] {
  const refused = Object.entries(counts.refused)
    .map(([key, count]) => ({ key, kind: 'refused' as const, count: count ?? 0 }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
  return [
    { key: 'asked', kind: 'asked', count: counts.matched },
    ...refused,
    { key: 'lost', kind: 'lost', count: counts.lostByShare },
    { key: 'won', kind: 'won', count: counts.won },
    { key: 'counted', kind: 'counted', count: counts.counted },
  ];
}

/** A part of the whole in percent, 0 to 100; of nothing 0. */
export function shareOfWhole(count: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, (count / whole) * 100);
}
