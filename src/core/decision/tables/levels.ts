import { drawSpace } from '../draw/random.ts';

/**
 * Upper bounds of `8 x 4^urgency` inside one priority, rising; a member's level is the first that is not exceeded. None
 * but the first, the open end, is a value that a whole millisecond can hit, so a rounding never moves a booking.
 */
const caps = [8, 9, 10, 11, 13, 15, 17, 20, 23, 27] as const;
const priorities = 10;
export const levelCount = priorities * caps.length;

/** Units of a member of a level: 8 x 4^(9 - priority) x cap / 8, so that all are whole and weights compare exactly. */
export function levelUnits(level: number): number {
  return (caps[level % caps.length] as number) * 4 ** (priorities - 1 - priorityOfLevel(level));
}

/** The same for each level, by its number. */
export const unitsOfLevel = Float64Array.from({ length: levelCount }, (_, level) => levelUnits(level));

/** All levels, the highest first. */
export const levels = Array.from({ length: levelCount }, (_, level) => level);

/** @param factor `urgencyFactor` of the member */
export function levelOfMember(priority: number, factor: number): number {
  return priority * caps.length + caps.findIndex((cap) => factor * 8 <= cap);
}

export function priorityOfLevel(level: number): number {
  return Math.floor(level / caps.length);
}

/**
 * A number below `drawSpace` accepts a member of a level when its product with this lies below the weight of the member: so
 * weight / cap of all numbers do, rounded up, and at the cap all. The product is exact: of a number of 48 bits, a cap of 5 and
 * powers of two.
 */
export const weightPerNumber = Float64Array.from(
  levels,
  (level) => (caps[level % caps.length] as number) / 8 / 4 ** priorityOfLevel(level) / drawSpace,
);
