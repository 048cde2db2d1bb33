import type { LineFault, LineStatus, SourceCap } from '../common/import-line.ts';
import { priceOfSource } from '../common/import-objects.ts';
import {
  memberNumber,
  memberOf,
  memberText,
  recordsOf,
  type SourceRecord,
  sourceRecord,
} from '../common/source-record.ts';

/** Priority and delivery of a line item. */
export type GamDelivery = {
  readonly priority: number;
  readonly delivery: Readonly<Record<string, unknown>>;
  readonly notes: readonly { readonly feature: string; readonly message: string }[];
  readonly faults: readonly LineFault[];
};

/** Priorities of Placard by type, for line items with the usual priority of their type. */
const priorities: Readonly<Record<string, number>> = {
  SPONSORSHIP: 1,
  STANDARD: 4,
  NETWORK: 7,
  BULK: 7,
  PRICE_PRIORITY: 7,
  HOUSE: 9,
};

const maxTotal = 1_000_000_000_000;

/** Translates the type, priority and goal of a line item. */
export function gamDeliveryOf(line: SourceRecord, hasEnd: boolean): GamDelivery {
  const type = memberText(line, 'lineItemType', 'type')
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  const goal = sourceRecord(memberOf(line, 'primaryGoal', 'goal'));
  const units =
    memberNumber(goal, 'units') ?? memberNumber(line, 'goalQuantity', 'primaryGoalUnits', 'impressionsGoal');
  const priority = priorityOf(type, memberNumber(line, 'priority', 'lineItemPriority'));
  const plain = { priority, notes: [], faults: [] };
  switch (type) {
    case 'SPONSORSHIP':
      return {
        ...plain,
        delivery: { method: 'share_of_voice', percent: percentOf(units) },
        faults: units === null ? [sponsorshipWithoutGoal] : [],
      };
    case 'STANDARD':
    case 'BULK':
      return { ...plain, ...goalOf({ line, goal, units, type, hasEnd }) };
    case 'NETWORK':
    case 'PRICE_PRIORITY': {
      const how = type === 'NETWORK' ? 'a percentage of the remaining requests' : 'by price';
      const message = `The line item competes for ${how}. In Placard it competes by priority.`;
      return { ...plain, delivery: { method: 'share' }, notes: [{ feature: 'type', message }] };
    }
    case 'HOUSE':
      return { ...plain, delivery: { method: 'fill' } };
    default:
      return { ...plain, delivery: { method: 'share' }, faults: [typeFault(type)] };
  }
}

function typeFault(type: string): LineFault {
  return {
    feature: 'type',
    message: `Placard has no line items of type ${type === '' ? 'unknown' : type}.`,
    remedy: 'Select the delivery method and priority of the booking.',
  };
}

/** Line items below 1 to 16 of Google Ad Manager. Each type has a range; a lower number is more important. */
function priorityOf(type: string, given: number | null): number {
  const usual = priorities[type] ?? 5;
  if (type !== 'STANDARD' || given === null) return usual;
  return given <= 6 ? 3 : given >= 10 ? 5 : 4;
}

const sponsorshipWithoutGoal: LineFault = {
  feature: 'goal',
  message: 'The sponsorship has no percentage.',
  remedy: 'Set the share of voice of the booking.',
};

function percentOf(units: number | null): number {
  return Math.min(100, Math.max(0.01, Math.round((units ?? 100) * 100) / 100));
}

type Goal = {
  readonly line: SourceRecord;
  readonly goal: SourceRecord;
  readonly units: number | null;
  readonly type: string;
  readonly hasEnd: boolean;
};

function goalOf({ line, goal, units, type, hasEnd }: Goal): Omit<GamDelivery, 'priority'> {
  const kind = goalKinds[memberText(goal, 'unitType').toUpperCase()] ?? 'impressions';
  if (units === null || units < 1) {
    const message = 'The line item has no goal of impressions, viewable impressions or clicks.';
    const fault = { feature: 'goal', message, remedy: 'Set the goal of the booking.' };
    return { delivery: { method: 'share' }, notes: [], faults: [fault] };
  }
  const rate = memberText(line, 'deliveryRateType').toUpperCase();
  const total = Math.min(maxTotal, Math.round(units));
  const isEven = type === 'STANDARD' && hasEnd && rate !== 'AS_FAST_AS_POSSIBLE';
  const frontLoading = rate === 'FRONTLOADED' ? 25 : undefined;
  const message = `${total} ${kind} are booked. What was delivered before is not subtracted.`;
  return {
    delivery: isEven
      ? { method: 'even', goal: { kind, total }, ...(frontLoading !== undefined && { frontLoading }) }
      : { method: 'asap', goal: { kind, total } },
    notes: [{ feature: 'goal', message }],
    faults: [],
  };
}

const goalKinds: Readonly<Record<string, string>> = {
  IMPRESSIONS: 'impressions',
  VIEWABLE_IMPRESSIONS: 'views',
  CLICKS: 'clicks',
};

const models: Readonly<Record<string, string>> = { CPM: 'cpm', CPC: 'cpc', CPD: 'cpd', CPA: 'cpa', VCPM: 'vcpm' };

/** Returns the price of a line item. */
export function gamPricingOf(line: SourceRecord, currency: string) {
  const rate = sourceRecord(memberOf(line, 'costPerUnit', 'rate'));
  const units = memberNumber(rate, 'units');
  const micros =
    memberNumber(rate, 'microAmount') ??
    (units === null ? null : units * 1_000_000 + (memberNumber(rate, 'nanos') ?? 0) / 1_000) ??
    times(memberNumber(line, 'rate', 'costPerUnit'), 1_000_000);
  const model = models[memberText(line, 'costType').toUpperCase()];
  return priceOfSource(model, micros, memberText(rate, 'currencyCode') || memberText(line, 'currencyCode') || currency);
}

function times(number: number | null, factor: number): number | null {
  return number === null ? null : number * factor;
}

const periodSeconds: Readonly<Record<string, number>> = {
  MINUTE: 60,
  HOUR: 3_600,
  DAY: 86_400,
  WEEK: 604_800,
  MONTH: 2_592_000,
};

/** Returns the frequency caps of a line item. Caps per pod and stream have no period, and count for the lifetime. */
export function gamCapsOf(line: SourceRecord): readonly SourceCap[] {
  return recordsOf(memberOf(line, 'frequencyCaps')).flatMap((cap) => {
    const most = memberNumber(cap, 'maxImpressions');
    const seconds = periodSeconds[memberText(cap, 'timeUnit').toUpperCase()];
    const count = memberNumber(cap, 'numTimeUnits', 'timeAmount') ?? 1;
    return most === null ? [] : [{ most, seconds: seconds === undefined ? null : seconds * count }];
  });
}

/** Returns the state of a line item. */
export function gamStatusOf(line: SourceRecord): LineStatus {
  const status = memberText(line, 'status', 'computedStatus', 'lineItemStatus').toUpperCase().replace(/\s+/g, '_');
  if (status === 'DRAFT' || status === 'INACTIVE') return 'draft';
  if (status === 'PENDING_APPROVAL') return 'submitted';
  if (status === 'DISAPPROVED') return 'rejected';
  if (status === 'CANCELED' || status === 'CANCELLED') return 'cancelled';
  if (status.startsWith('PAUSED') || status === 'COMPLETED' || memberText(line, 'isArchived') === 'true')
    return 'paused';
  return status === '' || deliveringStatuses.has(status) ? 'approved' : 'draft';
}

/** Statuses of line items that deliver, now or later. */
const deliveringStatuses: ReadonlySet<string> = new Set(['READY', 'DELIVERING', 'DELIVERY_EXTENDED', 'APPROVED']);

/** Statuses that have a state in Placard. Others are localized or unknown. */
const otherStatuses = /^(?:DRAFT|INACTIVE|PENDING_APPROVAL|DISAPPROVED|CANCELL?ED|PAUSED.*|COMPLETED)$/;

/** Returns a fault for a status that is not known, because the line item must not deliver by mistake. */
export function gamStatusFaults(line: SourceRecord): readonly LineFault[] {
  const status = memberText(line, 'status', 'computedStatus', 'lineItemStatus').toUpperCase().replace(/\s+/g, '_');
  if (status === '' || deliveringStatuses.has(status) || otherStatuses.test(status)) return [];
  const message = `The status "${status.slice(0, 60)}" is not known.`;
  return [{ feature: 'status', message, remedy: 'Check whether the line item delivers, and submit the booking.' }];
}
