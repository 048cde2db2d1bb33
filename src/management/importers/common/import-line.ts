import { maxCapMost, maxCreativeWeight, maxTargetingLeaves } from '../../../core/vocabulary/limits/booking-limits.ts';
import { type ImportBuilder, plainName, type SourceItem } from '../import-builder.ts';
import { type LimitationTree, sizeOf } from '../revive/limitations/condition.ts';

/** A feature of an item that Placard cannot express. */
export type LineFault = { readonly feature: string; readonly message: string; readonly remedy: string };

/** State of a line in the source. */
export type LineStatus = 'approved' | 'paused' | 'draft' | 'submitted' | 'rejected' | 'cancelled';

/** A line item, flight or booking of another ad server, in the terms of Placard. */
export type SourceLine = {
  readonly item: SourceItem;
  readonly key: string;
  readonly campaign: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly positions: readonly string[];
  readonly priority: number;
  readonly delivery: Readonly<Record<string, unknown>>;
  readonly caps: readonly SourceCap[];
  readonly pricing: Readonly<Record<string, unknown>> | null;
  readonly targeting: LimitationTree;
  readonly dayParts?: readonly Readonly<Record<string, unknown>>[];
  readonly roadblock?: string | undefined;
  readonly rotation?: string | undefined;
  readonly creatives: readonly SourceAd[];
  readonly status: LineStatus;
  readonly notes: readonly { readonly feature: string; readonly message: string }[];
  /** Not empty: the booking is a draft, so that it does not reach other viewers than ordered. */
  readonly faults: readonly LineFault[];
};

/** A creative of a line. */
export type SourceAd = {
  readonly creative: string;
  readonly weight: number;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
};

/** A frequency cap: impressions in a number of seconds. null: the lifetime. */
export type SourceCap = { readonly most: number; readonly seconds: number | null };

/** Choices of the user that all importers share. */
export type SourceOptions = {
  /** Whether bookings deliver without the features that Placard cannot express. */
  readonly ignoreUnsupported: boolean;
  /** Currency of prices without one. */
  readonly currency: string;
  /** Time zone of publications for which the source has none. */
  readonly timeZone: string;
};

const hourSeconds = 3_600;
const daySeconds = 86_400;
/** Start of bookings without one: before all deliveries. */
const earliest = '2000-01-01T00:00:00Z';

/** Adds the booking of a line with its findings. Lines with features that Placard lacks become drafts. */
export function addLine(builder: ImportBuilder, line: SourceLine, { ignoreUnsupported }: SourceOptions): void {
  const { item, key } = line;
  const caps = capsOfLine(line.caps);
  const faults = [...line.faults, ...ownFaults(line)];
  const isNever = line.targeting === false;
  const isDraft = (faults.length > 0 && !ignoreUnsupported) || line.positions.length === 0;
  builder.add('bookings', key, {
    campaign: line.campaign,
    name: plainName(item.name) ?? key,
    externalId: key,
    type: 'display',
    startDate: line.startDate ?? earliest,
    endDate: line.endDate,
    positions: line.positions,
    priority: line.priority,
    delivery: line.delivery,
    caps: caps.caps.length === 0 ? null : caps.caps,
    pricing: line.pricing,
    targeting: typeof line.targeting === 'boolean' || isTooLarge(line.targeting) ? null : line.targeting,
    dayParts: line.dayParts,
    roadblock: line.roadblock,
    rotation: line.rotation,
    creatives: line.creatives.map(adOf),
    state: isDraft ? { lifecycle: 'draft' } : stateOfLine(line.status, isNever),
  });
  const note = isDraft && line.status !== 'draft' ? 'Imported as a draft, which does not deliver.' : 'Imported.';
  builder.imported(item, { message: note, target: { section: 'bookings', key } });
  for (const { feature, message } of line.notes) builder.translated(item, { feature, message });
  for (const message of caps.notes) builder.translated(item, { feature: 'frequency cap', message });
  if (isNever) {
    const message = 'The targeting matches no request. The booking is paused.';
    builder.translated(item, { feature: 'targeting', message });
  }
  for (const fault of faults) builder.unsupported(item, fault);
}

function ownFaults({ positions, targeting }: SourceLine): readonly LineFault[] {
  const faults: LineFault[] = [];
  if (positions.length === 0) {
    faults.push({
      feature: 'inventory',
      message: 'The item is booked on no known position.',
      remedy: 'Export the inventory together with the items, or select positions in the booking.',
    });
  }
  if (typeof targeting !== 'boolean' && isTooLarge(targeting)) {
    faults.push({
      feature: 'targeting',
      message: `The targeting has more than ${maxTargetingLeaves} conditions.`,
      remedy: 'Simplify the targeting in the source, and import again.',
    });
  }
  return faults;
}

function isTooLarge(tree: Exclude<LimitationTree, boolean>): boolean {
  const { leaves, depth } = sizeOf(tree);
  return leaves > maxTargetingLeaves || depth > 8;
}

/** Returns caps per hour, day and lifetime. Other periods become the next longer one, so that no viewer sees more ads. */
function capsOfLine(given: readonly SourceCap[]) {
  const caps = new Map<string, number>();
  const notes: string[] = [];
  for (const { most, seconds } of given) {
    if (!(most > 0)) continue;
    const scope = seconds === null ? 'life' : seconds <= hourSeconds ? 'hour' : seconds <= daySeconds ? 'day' : 'life';
    const count = Math.min(maxCapMost, Math.round(most));
    caps.set(scope, Math.min(count, caps.get(scope) ?? count));
    if (seconds !== null && ![hourSeconds, daySeconds].includes(seconds)) {
      const period = { hour: 'hour', day: 'day', life: 'lifetime of the booking' }[scope];
      notes.push(`${count} per ${seconds} seconds became ${count} per ${period}.`);
    }
  }
  return { caps: [...caps].map(([scope, most]) => ({ scope, most: Math.max(1, most) })), notes };
}

function adOf({ creative, weight, startDate, endDate }: SourceAd) {
  const rounded = Math.min(maxCreativeWeight, Math.max(1, Math.round(weight)));
  return {
    creative,
    ...(rounded !== 1 && { weight: rounded }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

function stateOfLine(status: LineStatus, isNever: boolean) {
  if (status === 'paused' || (isNever && status === 'approved')) return { lifecycle: 'approved', paused: true };
  return { lifecycle: status };
}
