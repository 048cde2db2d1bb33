/**
 * Returns how much faster than even pacing of the rest a front-loaded goal delivers now. `t (1 + f (1 - t))` of the
 * goal should be delivered when the part t of its traffic is over: it starts at 1 + f times the even rate, delivers f /
 * 2 more than even in the first half of its traffic, and ends at the goal. `planClaims` takes the factor as `ahead`.
 * Source: issue 3, build 5; docs/decisions/0013-pacing.md.
 * @param frontLoading f, 0 (even) to 0.4: at most 40 % ahead at the start, 20 % more than even in the first half
 * @param over t, elapsed part of the traffic of the booking, clamped to 0 to 1
 * @example aheadBy(0.4, 0) // 1.4
 * @example aheadBy(0.4, 0.5) // 1.25 times the even rate for the rest, which equals the even rate at the start
 */
export function aheadBy(frontLoading: number, over: number): number {
  const t = Math.min(1, Math.max(0, over));
  return (1 + frontLoading * (1 - 2 * t)) / (1 - frontLoading * t);
}
