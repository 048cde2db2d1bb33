import { isDeepStrictEqual } from 'node:util';
import { isFullScope } from '../../../contract/access/scopes.ts';
import { type Terms, termsWiden } from '../../../core/booking/terms-widen.ts';
import type { Weekday } from '../../../core/vocabulary/statuses.ts';
import type { Columns, WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import { hasOtherPrice } from './agreed-pricing.ts';
import { haveOtherTerms } from './move/require-move.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/**
 * Returns the review columns of a change. A material change of an approved booking without full scope requires a new
 * approval. A change of a submitted booking makes its author a submitter, who cannot approve it. With four eyes this
 * applies to all callers. A move to a campaign with other terms is material. Source: product decisions 4; docs/decisions/0056-material-changes.md.
 */
export async function reviewedAgain(
  current: StoredBooking,
  next: Columns<'booking'>,
  { transaction, caller }: Pick<WriteContext<'booking'>, 'transaction' | 'caller'>,
): Promise<{ readonly lifecycle?: string; readonly submittedBy?: string[] }> {
  const waits = current.lifecycle === 'submitted';
  if (!waits && current.lifecycle !== 'approved') return {};
  const isOther = await haveOtherTerms(transaction, [current.campaignId, next.campaignId]);
  if (!isOther && !isMaterial(current, next)) return {};
  if (isFullScope(caller.scopes) && !(await readSettings(transaction)).fourEyes) return {};
  const others = waits ? current.submittedBy : [];
  return { lifecycle: 'submitted', submittedBy: [...new Set([...others, caller.actor])] };
}

const inventoryFields = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;

function isMaterial(current: StoredBooking, next: Columns<'booking'>): boolean {
  return (
    current.type !== next.type ||
    inventoryFields.some((field) => !sameIds(current[field], next[field] ?? [])) ||
    hasOtherPrice(current, next) ||
    !isDeepStrictEqual(current.targeting, asRead(next.targeting)) ||
    !isDeepStrictEqual(current.delivery, asRead(next.delivery)) ||
    !isDeepStrictEqual(current.loop, asRead(next.loop)) ||
    !isDeepStrictEqual(current.trackers, asRead(next.trackers)) ||
    !isDeepStrictEqual(current.sponsored, asRead(next.sponsored)) ||
    termsWiden(termsOf(current), termsOfColumns(next))
  );
}

type TermColumns = Pick<StoredBooking, 'startDate' | 'endDate' | Exclude<keyof Terms, 'startMs' | 'endMs'>>;

function termsOf(row: TermColumns): Terms {
  return {
    startMs: row.startDate.getTime(),
    endMs: row.endDate?.getTime() ?? null,
    activeDays: row.activeDays as Weekday[],
    dayParts: row.dayParts as Terms['dayParts'],
    priority: row.priority,
    exclusionLabels: row.exclusionLabels,
    duplicatesAllowed: row.duplicatesAllowed,
    roadblock: row.roadblock,
    holdoutPercent: row.holdoutPercent,
    caps: row.caps,
  };
}

/** Converts columns to the form in which they are read. */
function termsOfColumns(next: Columns<'booking'>): Terms {
  const asStored = { ...next, dayParts: asRead(next.dayParts), caps: asRead(next.caps) };
  return termsOf(asStored as unknown as TermColumns);
}

/** Parses a column that takes JSON text. */
function asRead(json: string | null | undefined): unknown {
  return json ? JSON.parse(json) : null;
}

function sameIds(first: readonly number[], second: readonly number[]): boolean {
  return first.length === second.length && first.every((id) => second.includes(id));
}
