import { displayTrackerEvents } from '../creative/display-trackers.ts';
import { eventGoalKinds } from '../pricing/billable-events.ts';
import { targetingFault } from '../targeting/targeting-fault.ts';
import { type RoadblockMode, roadblockModes } from '../vocabulary/booking-modes.ts';
import { capScopes, capSubjects } from '../vocabulary/cap-subjects.ts';
import { isIdNumber } from '../vocabulary/ids.ts';
import { lowestPriority, maxCapsPerBooking } from '../vocabulary/limits/booking-limits.ts';
import { maxLoopGap, maxPlaysPerLoop } from '../vocabulary/limits/screen-limits.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import type { SnapshotProblem } from './snapshot.ts';
import type { ProblemList } from './snapshot-problems.ts';

/**
 * Returns the reason why a booking row is unusable for decisions; null: usable. Rows come from a file, so their types
 * are not guaranteed. Written out rule by rule because it runs for each of a million rows.
 * @param row any JSON value
 */
export function bookingFault(row: unknown): string | null {
  const booking = fieldsOf(row);
  const campaign = fieldsOf(booking['campaign']);
  const inventory = fieldsOf(booking['inventory']);
  if (!isIdNumber(booking['id'])) return 'unusable id';
  if (typeof booking['lifecycle'] !== 'string') return 'unusable lifecycle';
  if (typeof booking['paused'] !== 'boolean') return 'unusable paused';
  if (typeof booking['held'] !== 'boolean') return 'unusable held';
  if (typeof campaign['type'] !== 'string' || typeof campaign['delivering'] !== 'boolean') return 'unusable campaign';
  if (!Number.isFinite(booking['startMs'])) return 'unusable startMs';
  if (!isInstantOrNull(booking['endMs'])) return 'unusable endMs';
  if (!isIntegerBetween(booking['priority'], 0, lowestPriority)) return 'unusable priority';
  if (!isDayList(booking['activeDays'])) return 'unusable activeDays';
  if (!isListOf(booking['dayParts'], isDayPart)) return 'unusable dayParts';
  const targeting = booking['targeting'] ?? null;
  if (targeting !== null && targetingFault(targeting) !== null) return 'unusable targeting';
  if (!isTextList(booking['exclusionLabels'] ?? [])) return 'unusable exclusionLabels';
  if (typeof (booking['duplicatesAllowed'] ?? false) !== 'boolean') return 'unusable duplicatesAllowed';
  if (!roadblockModes.includes((booking['roadblock'] ?? 'none') as RoadblockMode)) return 'unusable roadblock';
  if (!isTrackers(booking['trackers'] ?? {})) return 'unusable trackers';
  if (!isCapList(booking['caps'] ?? [])) return 'unusable caps';
  if (booking['delivery'] !== undefined && !isDelivery(booking['delivery'])) return 'unusable delivery';
  if (booking['loop'] !== undefined && !isLoop(booking['loop'])) return 'unusable loop';
  if (!Array.isArray(booking['ads'])) return 'unusable ads';
  for (const list of inventoryLists) {
    if (!isListOf(inventory[list], isIdNumber)) return `unusable inventory.${list}`;
  }
  return null;
}

function isTrackers(value: unknown): boolean {
  return displayTrackerEvents.every((event) => isTextList(fieldsOf(value)[event] ?? []));
}

function isLoop(value: unknown): boolean {
  const { playsPerLoop = 1, basisPoints = 1, minGap = 0, wholeStore = true } = fieldsOf(value);
  return (
    isIntegerBetween(playsPerLoop, 1, maxPlaysPerLoop) &&
    isIntegerBetween(basisPoints, 1, 10_000) &&
    isIntegerBetween(minGap, 0, maxLoopGap) &&
    wholeStore === true
  );
}

/** Returns the reason why the row of a creative in a booking is unusable; null: usable. */
export function adFault(row: unknown): string | null {
  const ad = fieldsOf(row);
  if (!isIdNumber(ad['id'])) return 'unusable id';
  if (!isIntegerBetween(ad['weight'], 1, Number.MAX_SAFE_INTEGER)) return 'unusable weight';
  if (!isInstantOrNull(ad['startMs'])) return 'unusable startMs';
  return isInstantOrNull(ad['endMs']) ? null : 'unusable endMs';
}

/**
 * Returns the rows of a change that have an ID, each ID once. Records the others as problems. Removes earlier problems
 * of the same IDs.
 */
export function distinctRows<Row extends { readonly id: number }>(
  kind: SnapshotProblem['kind'],
  rows: readonly Row[] | undefined,
  problems: ProblemList,
): readonly Row[] {
  if (rows === undefined || rows.length === 0) return [];
  if (isRising(rows)) {
    for (const { id } of rows) problems.forget(kind, id);
    return rows;
  }
  const seen = new Set<number>();
  const repeated: number[] = [];
  const distinct = rows.filter((row) => {
    const id = fieldsOf(row)['id'];
    if (!isIdNumber(id)) {
      problems.note(kind, id, 'unusable id');
      return false;
    }
    if (seen.has(id)) repeated.push(id);
    else problems.forget(kind, id);
    return seen.size < seen.add(id).size;
  });
  for (const id of repeated) problems.note(kind, id, 'ID is already used');
  return distinct;
}

/** Reports whether all rows have IDs in ascending order, as in a file. */
function isRising(rows: readonly unknown[]): boolean {
  let before = 0;
  for (const row of rows) {
    const id = fieldsOf(row)['id'];
    if (!isIdNumber(id) || id <= before) return false;
    before = id;
  }
  return true;
}

/** Returns the fields of a JSON object; an empty object for other values. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const inventoryLists = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;

/** Reports whether a value is an array of strings. */
export function isTextList(value: unknown): boolean {
  return isListOf(value, isText);
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
  return (kind === 'spend' || isOneOf(kind, eventGoalKinds)) && isIntegerBetween(total, 1, Number.MAX_SAFE_INTEGER);
}

function isCapList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxCapsPerBooking && value.every(isCap);
}

function isCap(value: unknown): boolean {
  const { scope, most, per, whenUnknown } = fieldsOf(value);
  return (
    isOneOf(scope, capScopes) &&
    isIntegerBetween(most, 1, 2 ** 31) &&
    (per === undefined || isOneOf(per, capSubjects)) &&
    (whenUnknown === undefined || whenUnknown === 'serve' || whenUnknown === 'skip')
  );
}

function isOneOf(value: unknown, words: readonly unknown[]): boolean {
  return words.includes(value);
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
