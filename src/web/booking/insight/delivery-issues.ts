import type { BookingDiagnosis, DiagnosedReason } from '../../../client/generated/types.gen.ts';

/** The same thing in the way of a booking, and where. */
export type DeliveryIssue = DiagnosedReason & {
  /** Slot names of the positions where it applies; null: everywhere. */
  readonly places: readonly { readonly positionId: number; readonly slotName: string }[] | null;
};

/** What each group of obstacles is called, the worst first. */
export const deliveryIssueGroups = [
  { key: 'blocks', title: 'Why it does not deliver', tone: 'bad' },
  { key: 'waits', title: 'What it waits for', tone: 'waiting' },
  { key: 'limits', title: 'What limits it', tone: 'waiting' },
  { key: 'depends', title: 'What depends on each request', tone: 'quiet' },
] as const;

type GroupKey = (typeof deliveryIssueGroups)[number]['key'];

/** Each thing that is in the way once: what stands at several positions names them. */
export function deliveryIssuesOf({
  reasons,
  positions,
}: BookingDiagnosis): Readonly<Record<GroupKey, readonly DeliveryIssue[]>> {
  const found = new Map<string, DeliveryIssue>();
  for (const reason of reasons) found.set(keyOf(reason), { ...reason, places: null });
  for (const { positionId, slotName, reasons: here } of positions) {
    for (const reason of here) {
      const known = found.get(keyOf(reason));
      if (known?.places === null || reasons.some((everywhere) => isSameRemedy(everywhere, reason))) continue;
      const places = [...(known?.places ?? []), { positionId, slotName }];
      found.set(keyOf(reason), { ...reason, places });
    }
  }
  const groups: Record<GroupKey, DeliveryIssue[]> = { blocks: [], waits: [], limits: [], depends: [] };
  for (const obstacle of found.values()) groups[groupOf(obstacle)].push(obstacle);
  return groups;
}

/** What is about a position is one thing for all positions; everything else is about the object that it names. */
function keyOf({ code, remedy, on, field }: DiagnosedReason): string {
  return [code, remedy, on.kind, on.kind === 'inventory/position' ? '' : on.id, field ?? ''].join(' ');
}

/** Whoever does what is needed everywhere has done it here too: without a creative none fits. */
function isSameRemedy(one: DiagnosedReason, other: DiagnosedReason): boolean {
  const isSame = one.remedy === other.remedy && one.on.kind === other.on.kind && one.on.id === other.on.id;
  return isSame && one.effect === 'blocks' && one.field === other.field;
}

function groupOf({ effect, remedy }: DeliveryIssue): GroupKey {
  return effect === 'blocks' && remedy === 'wait' ? 'waits' : effect;
}

/**
 * Where it applies, counted.
 * @example `at 2 of 5 positions`
 */
export function locationText({ places }: DeliveryIssue, { positions, positionCount }: BookingDiagnosis): string {
  if (places === null || places.length === positionCount) return 'everywhere';
  const looked = positions.length < positionCount ? `the ${positions.length} most visited` : String(positionCount);
  return `at ${places.length} of ${looked} ${positionCount === 1 ? 'position' : 'positions'}`;
}

/** The members of a booking that something may be about, in the words of its editor. */
const fieldNames: Readonly<Record<string, string>> = {
  '/startDate': 'start',
  '/endDate': 'end',
  '/activeDays': 'active days',
  '/dayParts': 'parts of the day',
  '/positionIds': 'positions',
  '/priority': 'priority',
  '/delivery/goal': 'goal',
  '/delivery/method': 'delivery',
  '/targeting': 'targeting',
  '/caps': 'caps',
  '/creatives': 'creatives',
  '/sponsored/products': 'products',
  '/validUntil': 'date',
  '/blockedLabels': 'labels',
  '/pricing': 'price',
};

/** `positions` of `/positionIds` */
export function fieldName(field: string | null): string {
  return fieldNames[field ?? ''] ?? 'fields';
}
