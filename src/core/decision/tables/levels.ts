import { drawSpace } from '../draw/random.ts';

/**
 * Upper bounds of `8 x 4^urgency` within one priority, rising. The level of a member is the first that is not exceeded.
 * Only the first, for an open end, can be hit exactly at a whole millisecond, so rounding never changes the level of a
 * booking.
 */
const caps = [8, 9, 10, 11, 13, 15, 17, 20, 23, 27] as const;
const priorities = 10;
export const levelCount = priorities * caps.length;

/**
 * Returns the units of a member of a level: 8 x 4^(9 - priority) x cap / 8, so that all are integers and weights
 * compare exactly.
 */
export function levelUnits(level: number): number {
  return (caps[level % caps.length] as number) * 4 ** (priorities - 1 - priorityOfLevel(level));
}

/** Units by level. */
export const unitsOfLevel = Float64Array.from({ length: levelCount }, (_, level) => levelUnits(level));

/** All levels, highest first. */
export const levels = Array.from({ length: levelCount }, (_, level) => level);

/** Returns the level of a member. @param factor `urgencyFactor` of the member */
export function levelOfMember(priority: number, factor: number): number {
  return priority * caps.length + caps.findIndex((cap) => factor * 8 <= cap);
}

export function priorityOfLevel(level: number): number {
  return Math.floor(level / caps.length);
}

/**
 * Acceptance factor by level. A number below `drawSpace` accepts a member if number x factor is below the weight of the
 * member. This accepts the fraction weight / cap of all numbers, rounded up, and all numbers at the cap. The product is
 * exact: a 48-bit number, a 5-bit cap and powers of two.
 */
export const weightPerNumber = Float64Array.from(
  levels,
  (level) => (caps[level % caps.length] as number) / 8 / 4 ** priorityOfLevel(level) / drawSpace,
);
