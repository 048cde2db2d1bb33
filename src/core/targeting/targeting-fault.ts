import { maxTargetingDepth, maxTargetingLeaves, maxTargetingValues } from '../words/limits.ts';
import { weekdays } from '../words/statuses.ts';
import { valueFacts } from './targeting.ts';

/**
 * What makes a JSON value no targeting tree; null: it is one.
 * Source: product decisions 6.
 * @example targetingFault({ all: [] }) // '/all: at least one'
 */
export function targetingFault(value: unknown): string | null {
  const budget = { leaves: maxTargetingLeaves };
  return faultOf(value, '', maxTargetingDepth, budget);
}

function faultOf(value: unknown, pointer: string, depthLeft: number, budget: { leaves: number }): string | null {
  if (depthLeft === 0) return `${pointer}: more than ${maxTargetingDepth} levels`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${pointer}: not an object`;
  const node = value as Readonly<Record<string, unknown>>;
  const [kind, ...rest] = Object.keys(node).sort();
  if (kind === 'not' && rest.length === 0) return faultOf(node['not'], `${pointer}/not`, depthLeft - 1, budget);
  if ((kind === 'all' || kind === 'any') && rest.length === 0) {
    const children = node[kind];
    if (!Array.isArray(children) || children.length === 0) return `${pointer}/${kind}: at least one`;
    for (const [index, child] of children.entries()) {
      const fault = faultOf(child, `${pointer}/${kind}/${index}`, depthLeft - 1, budget);
      if (fault !== null) return fault;
    }
    return null;
  }
  budget.leaves -= 1;
  if (budget.leaves < 0) return `${pointer}: more than ${maxTargetingLeaves} leaves`;
  return isLeaf(node, [kind, ...rest].join(' ')) ? null : `${pointer}: not a leaf`;
}

function isLeaf(leaf: Readonly<Record<string, unknown>>, fields: string): boolean {
  switch (fields) {
    case 'fact values':
      return (valueFacts as readonly unknown[]).includes(leaf['fact']) && isTextList(leaf['values']);
    case 'key values':
      return typeof leaf['key'] === 'string' && leaf['key'] !== '' && isTextList(leaf['values']);
    case 'urlParts':
      return isTextList(leaf['urlParts']);
    case 'near':
      return isNear(leaf['near']);
    case 'dayPart':
      return isDayPart(leaf['dayPart']);
    default:
      return false;
  }
}

function isTextList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxTargetingValues &&
    value.every((text) => typeof text === 'string' && text !== '')
  );
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
