import {
  maxBroadWords,
  maxKeywords,
  maxTargetingDepth,
  maxTargetingLeaves,
  maxTargetingValues,
} from '../vocabulary/limits/booking-limits.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import { valueFactNames } from './value-facts.ts';

/**
 * Largest number of leaves of a tree: those of the own targeting of the booking and those of its negative broad
 * keywords.
 */
const maxTreeLeaves = maxTargetingLeaves + maxKeywords * maxBroadWords;

/**
 * Returns the reason why a JSON value is not a targeting tree; null if it is one. The API checks the lower limit for
 * the own targeting of a booking. Source: product decisions 6.
 * @example targetingFault({ all: [] }) // '/all: at least one'
 */
export function targetingFault(value: unknown): string | null {
  const budget = { leaves: maxTreeLeaves };
  return faultOf(value, '', maxTargetingDepth, budget);
}

function faultOf(value: unknown, pointer: string, depthLeft: number, budget: { leaves: number }): string | null {
  if (depthLeft === 0) return `${pointer}: more than ${maxTargetingDepth} levels`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${pointer}: not an object`;
  const node = value as Readonly<Record<string, unknown>>;
  // Checks field by field without lists of keys, because it runs for every tree of a file.
  const fields = fieldCount(node);
  if (fields === 1 && 'not' in node) {
    const fault = faultOf(node['not'], '', depthLeft - 1, budget);
    return fault === null ? null : `${pointer}/not${fault}`;
  }
  const kind = fields !== 1 ? null : 'all' in node ? 'all' : 'any' in node ? 'any' : null;
  if (kind !== null) {
    const children = node[kind];
    if (!Array.isArray(children) || children.length === 0) return `${pointer}/${kind}: at least one`;
    for (let index = 0; index < children.length; index += 1) {
      const fault = faultOf(children[index], '', depthLeft - 1, budget);
      if (fault !== null) return `${pointer}/${kind}/${index}${fault}`;
    }
    return null;
  }
  budget.leaves -= 1;
  if (budget.leaves < 0) return `${pointer}: more than ${maxTreeLeaves} leaves`;
  return isLeaf(node, fields) ? null : `${pointer}: not a leaf`;
}

function fieldCount(node: object): number {
  let count = 0;
  for (const _ in node) count += 1;
  return count;
}

function isLeaf(leaf: Readonly<Record<string, unknown>>, fields: number): boolean {
  if (fields === 2) {
    const { fact, key } = leaf;
    if (!isTextList(leaf['values'])) return false;
    return fact === undefined ? typeof key === 'string' && key !== '' : valueFactSet.has(fact);
  }
  if (fields !== 1) return false;
  if ('urlParts' in leaf) return isTextList(leaf['urlParts']);
  return 'near' in leaf ? isNear(leaf['near']) : isDayPart(leaf['dayPart']);
}

const valueFactSet: ReadonlySet<unknown> = new Set(valueFactNames);

function isTextList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxTargetingValues) return false;
  for (const text of value) {
    if (typeof text !== 'string' || text === '') return false;
  }
  return true;
}

function isNear(value: unknown): boolean {
  const { latitude, longitude, metres } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isNumberWithin(latitude, 90) && isNumberWithin(longitude, 180) && isNumberWithin(metres, 1e7) && metres > 0;
}

function isNumberWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= -most && value <= most;
}

function isDayPart(value: unknown): boolean {
  const { days, fromMinute, toMinute } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    Array.isArray(days) &&
    days.every((day) => (weekdays as readonly unknown[]).includes(day)) &&
    [fromMinute, toMinute].every((minute) => Number.isInteger(minute) && isNumberWithin(minute, 1440) && minute >= 0)
  );
}
