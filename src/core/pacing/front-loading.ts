/**
 * How much faster than even from here on a goal delivers that is to be ahead. Of the goal `t (1 + f (1 - t))` is to be
 * delivered when the part t of its traffic is over: it begins with 1 + f times its even part, has f / 2 more than even at
 * half of its traffic, and ends with the goal. `planClaims` takes the factor as `ahead`.
 * @param frontLoading f, 0 (even) to 0.4: at most 40 % ahead at the start, 20 % more than even in the first half
 * @param over t, part of the traffic of the booking's life that is over, 0 to 1; values beyond are taken as the nearest
 * Source: issue 3, build 5; docs/decisions/0013-pacing.md.
 * @example aheadBy(0.4, 0) // 1.4
 * @example aheadBy(0.4, 0.5) // 1.25 times what would be even for the rest, which is the even part of the start
 */
export function aheadBy(frontLoading: number, over: number): number {
  const t = Math.min(1, Math.max(0, over));
  return (1 + frontLoading * (1 - 2 * t)) / (1 - frontLoading * t);
}
