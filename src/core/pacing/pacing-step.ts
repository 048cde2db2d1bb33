/** The most by which one step raises or lowers a claim: what was wrong about a second of traffic stays small. */
const mostStep = 1.25;
/** The most of its even part that a booking catches up with, so that an outage does not end in a flood. */
export const mostCatchUp = 4;

export type PacingFacts = {
  /** Part that is claimed now, 0 to 1. */
  readonly part: number;
  /** Part that the plan asks for, 0 to 1. */
  readonly planned: number;
  /** Part that would have been even from the start: goal / all requests of the booking's life; 1 for `asap`. */
  readonly evenPart: number;
};

/**
 * The next claim: towards the plan by small multiplicative steps, at most `mostCatchUp` times the even part. A booking that
 * claims nothing begins with what is planned.
 * @example nextPart({ part: 0.1, planned: 0.5, evenPart: 0.1 }) // 0.125
 */
export function nextPart({ part, planned, evenPart }: PacingFacts): number {
  const aim = Math.min(1, planned, mostCatchUp * evenPart);
  if (part === 0) return aim;
  return Math.min(1, part * Math.min(mostStep, Math.max(1 / mostStep, aim / part)));
}
