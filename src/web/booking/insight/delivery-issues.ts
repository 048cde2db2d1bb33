import type { BookingDiagnosis, DiagnosedReason } from '../../../client/generated/types.gen.ts';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import type { Tone } from '../../labels/status-labels.ts';

/** A delivery issue of a booking, with the positions that have it. */
export type DeliveryIssue = DiagnosedReason & {
  /** The affected positions. Null: the issue applies to the whole booking. */
  readonly positions: readonly { readonly positionId: number; readonly slotName: string }[] | null;
};

/** Groups of delivery issues, most severe first. */
export const deliveryIssueGroups = [
  { key: 'blocks', title: 'booking.title.blocked', tone: 'bad' },
  { key: 'waits', title: 'booking.title.outsideSchedule', tone: 'waiting' },
  { key: 'limits', title: 'booking.title.deliveryIssues', tone: 'waiting' },
  // Alone they are no issue.
  { key: 'depends', title: 'booking.title.noIssues', tone: 'good' },
] as const satisfies readonly { readonly key: string; readonly title: PlainMessageKey; readonly tone: Tone }[];

type GroupKey = (typeof deliveryIssueGroups)[number]['key'];

/** Delivery issues by group. An issue of several positions is listed once, with its positions. */
export function deliveryIssuesOf({
  reasons,
  positions,
}: BookingDiagnosis): Readonly<Record<GroupKey, readonly DeliveryIssue[]>> {
  const found = new Map<string, DeliveryIssue>();
  for (const reason of reasons) found.set(keyOf(reason), { ...reason, positions: null });
  for (const { positionId, slotName, reasons: ownReasons } of positions) {
    for (const reason of ownReasons) {
      const known = found.get(keyOf(reason));
      if (known?.positions === null || reasons.some((general) => isSameRemedy(general, reason))) continue;
      const affected = [...(known?.positions ?? []), { positionId, slotName }];
      found.set(keyOf(reason), { ...reason, positions: affected });
    }
  }
  const groups: Record<GroupKey, DeliveryIssue[]> = { blocks: [], waits: [], limits: [], depends: [] };
  for (const issue of found.values()) groups[groupOf(issue)].push(issue);
  return groups;
}

/** Issues of different positions have the same key. Issues of other objects differ by object. */
function keyOf({ code, remedy, on, field }: DiagnosedReason): string {
  return [code, remedy, on.kind, on.kind === 'inventory/position' ? '' : on.id, field ?? ''].join(' ');
}

/** Whether the remedy of a general blocking issue also solves the issue of a position. */
function isSameRemedy(general: DiagnosedReason, local: DiagnosedReason): boolean {
  const { remedy, on, effect, field } = general;
  const isSameObject = on.kind === local.on.kind && on.id === local.on.id;
  return isSameObject && effect === 'blocks' && remedy === local.remedy && field === local.field;
}

function groupOf({ effect, remedy }: DeliveryIssue): GroupKey {
  return effect === 'blocks' && remedy === 'wait' ? 'waits' : effect;
}

/** How many positions have an issue, and of how many. `mostRequested`: only the most requested positions are diagnosed. */
export type IssueScope = {
  readonly scope: 'all' | 'some' | 'mostRequested';
  readonly count: number;
  readonly total: number;
};

/** @example issueScope(issue, diagnosis) // { scope: 'some', count: 2, total: 5 } */
export function issueScope(
  { positions: affected }: DeliveryIssue,
  { positions, positionCount }: BookingDiagnosis,
): IssueScope {
  const count = affected?.length ?? positionCount;
  if (count === positionCount) return { scope: 'all', count, total: positionCount };
  if (positions.length < positionCount) return { scope: 'mostRequested', count, total: positions.length };
  return { scope: 'some', count, total: positionCount };
}

const fieldActions: Readonly<Record<string, PlainMessageKey>> = {
  '/startDate': 'booking.action.changeStart',
  '/endDate': 'booking.action.changeEnd',
  '/activeDays': 'booking.action.changeActiveDays',
  '/dayParts': 'booking.action.changeDayParts',
  '/positionIds': 'booking.action.changePositions',
  '/priority': 'booking.action.changePriority',
  '/delivery/goal': 'booking.action.changeGoal',
  '/delivery/method': 'booking.action.changeDelivery',
  '/targeting': 'booking.action.changeTargeting',
  '/caps': 'booking.action.changeCaps',
  '/creatives': 'booking.action.changeCreatives',
  '/sponsored/products': 'booking.action.changeProducts',
  '/exclusionLabels': 'booking.action.changeLabels',
  '/pricing': 'booking.action.changePrice',
};

/** The label of the button that changes a field: `Change positions` of `/positionIds`. */
export function fieldAction(field: string | null): PlainMessageKey {
  return fieldActions[field ?? ''] ?? 'booking.action.edit';
}
