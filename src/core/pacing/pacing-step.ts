/**
 * Largest factor by which one step raises or lowers a claim. It limits the effect of an error in a second of traffic.
 */
const mostStep = 1.25;
/** Largest multiple of its even part that a booking may claim to catch up. It prevents a flood after an outage. */
export const mostCatchUp = 4;

export type PacingFacts = {
  /** Current claim, 0 to 1. */
  readonly part: number;
  /** Claim according to the plan, 0 to 1. */
  readonly planned: number;
  /** Claim for even pacing from the start: goal / all requests during the flight of the booking; 1 for `asap`. */
  readonly evenPart: number;
};

/**
 * Returns the next claim: moves toward the plan in small multiplicative steps, up to `mostCatchUp` times the even part.
 * A booking without a claim starts at the planned part.
 * @example nextPart({ part: 0.1, planned: 0.5, evenPart: 0.1 }) // 0.125
 */
export function nextPart({ part, planned, evenPart }: PacingFacts): number {
  const aim = Math.min(1, planned, mostCatchUp * evenPart);
  if (part === 0) return aim;
  return Math.min(1, part * Math.min(mostStep, Math.max(1 / mostStep, aim / part)));
}
