import { targetingFault } from '../targeting/targeting-fault.ts';
import { isIdNumber } from '../words/ids.ts';
import { lowestPriority, maxCapsPerBooking } from '../words/limits.ts';
import { weekdays } from '../words/statuses.ts';

/**
 * What makes a booking row unusable for decisions; null: nothing. Rows come out of a file, so their types are a claim.
 * @param row any JSON value
 */
export function bookingFault(row: unknown): string | null {
  const booking = fieldsOf(row);
  const campaign = fieldsOf(booking['campaign']);
  const inventory = fieldsOf(booking['inventory']);
  const checks: readonly (readonly [string, boolean])[] = [
    ['id', isIdNumber(booking['id'])],
    ['lifecycle', typeof booking['lifecycle'] === 'string'],
    ['paused', typeof booking['paused'] === 'boolean'],
    ['held', typeof booking['held'] === 'boolean'],
    ['campaign', typeof campaign['type'] === 'string' && typeof campaign['delivering'] === 'boolean'],
    ['startMs', Number.isFinite(booking['startMs'])],
    ['endMs', isInstantOrNull(booking['endMs'])],
    ['priority', isIntegerBetween(booking['priority'], 0, lowestPriority)],
    ['activeDays', isDayList(booking['activeDays'])],
    ['dayParts', isListOf(booking['dayParts'], isDayPart)],
    ['targeting', (booking['targeting'] ?? null) === null || targetingFault(booking['targeting']) === null],
    ['exclusionLabels', isListOf(booking['exclusionLabels'] ?? [], isText)],
    ['duplicatesAllowed', typeof (booking['duplicatesAllowed'] ?? false) === 'boolean'],
    ['caps', isCapList(booking['caps'] ?? [])],
    ['delivery', isDelivery(booking['delivery'] ?? { method: 'share' })],
    ['ads', Array.isArray(booking['ads'])],
    ...inventoryLists.map((list) => [`inventory.${list}`, isListOf(inventory[list], isIdNumber)] as const),
  ];
  return firstWrong(checks);
}

/** What makes the row of a creative inside a booking unusable; null: nothing. */
export function adFault(row: unknown): string | null {
  const ad = fieldsOf(row);
  return firstWrong([
    ['id', isIdNumber(ad['id'])],
    ['weight', isIntegerBetween(ad['weight'], 1, Number.MAX_SAFE_INTEGER)],
    ['startMs', isInstantOrNull(ad['startMs'])],
    ['endMs', isInstantOrNull(ad['endMs'])],
  ]);
}

/** The fields of a JSON object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const inventoryLists = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;

function firstWrong(checks: readonly (readonly [string, boolean])[]): string | null {
  const wrong = checks.find(([, holds]) => !holds);
  return wrong === undefined ? null : `unusable ${wrong[0]}`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isDelivery(value: unknown): boolean {
  const { method, goal, basisPoints } = fieldsOf(value);
  if (method === 'share' || method === 'fill') return goal === undefined || isGoal(goal);
  if (method === 'share_of_voice') return isIntegerBetween(basisPoints, 1, 10_000);
  return (method === 'even' || method === 'asap') && isGoal(goal);
}

function isGoal(value: unknown): boolean {
  const { kind, total } = fieldsOf(value);
  const kinds: readonly unknown[] = ['impressions', 'clicks', 'views', 'plays', 'spend'];
  return kinds.includes(kind) && isIntegerBetween(total, 1, Number.MAX_SAFE_INTEGER);
}

function isCapList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxCapsPerBooking && value.every(isCap);
}

function isCap(value: unknown): boolean {
  const { scope, most } = fieldsOf(value);
  return ['hour', 'day', 'life'].includes(String(scope)) && isIntegerBetween(most, 1, 2 ** 31);
}

function isInstantOrNull(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}

function isIntegerBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isDayList(value: unknown): boolean {
  return isListOf(value, (day) => (weekdays as readonly unknown[]).includes(day));
}

function isDayPart(value: unknown): boolean {
  const part = fieldsOf(value);
  return (
    isDayList(part['days']) &&
    isIntegerBetween(part['fromMinute'], 0, 1440) &&
    isIntegerBetween(part['toMinute'], 0, 1440)
  );
}
