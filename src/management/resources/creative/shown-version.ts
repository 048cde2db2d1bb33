import { isDeepStrictEqual } from 'node:util';
import { isFullScope } from '../../../contract/access/scopes.ts';
import type { Waiting } from '../../../core/booking/creative-actions.ts';
import { hasErrors } from '../../../core/creative/check-creative.ts';
import type { CreativeState } from '../../../core/vocabulary/statuses.ts';
import type { PendingVersion, ShownColumns } from '../../../platform/db/schema.ts';
import type { Row, WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import { checksOf, readCheckedFormat } from './checks-of.ts';
import type { ShownVersion } from './shown.ts';

type Write = WriteContext<'creative'>;
type Current = Row<'creative'>;

/** Columns of a content change. */
type ShownChange = Partial<
  ReturnType<typeof shownColumnsOf> & {
    readonly pendingVersion: string | null;
    readonly rejectionReason: null;
    readonly state: CreativeState;
    readonly submittedBy: string[];
  }
>;

const shownColumns = [
  'clickUrl',
  'altText',
  'html',
  'video',
  'trackers',
  'fields',
  'width',
  'height',
  'assets',
] as const satisfies readonly (keyof ShownColumns)[];

/**
 * States in which content changes require a review. A suspended creative can be resumed without a review, so its
 * changes require one.
 */
const reviewedStates: ReadonlySet<string> = new Set([
  'approved',
  'suspended',
  'pending_review',
] satisfies CreativeState[]);

/**
 * Returns the version to which a change by this caller applies: the pending version if the change will be part of it,
 * otherwise the current content.
 */
export async function versionToChange(current: Current, write: Write): Promise<ShownVersion> {
  const { pendingVersion } = current;
  if (pendingVersion === null) return shownOf(current);
  const isTheirs = pendingVersion.submittedBy.includes(write.caller.actor) || (await isReviewed(current, write));
  return shownOf(isTheirs ? pendingVersion : current);
}

/**
 * Returns the columns of a content change. A change that requires no review applies immediately. Otherwise it becomes
 * the pending version while the approved content continues to deliver. A creative that does not deliver is changed
 * directly and stays in review. Source: product decisions 4; docs/decisions/0066-versions-under-review.md.
 */
export async function showInstead(current: Current, next: ShownVersion, write: Write): Promise<ShownChange> {
  const { pendingVersion, state } = current;
  const { actor } = write.caller;
  const base = await versionToChange(current, write);
  if (isSame(base, next)) return {};
  if (!(await isReviewed(current, write)) && !(await failsChecks(current, next, write))) {
    const others = pendingVersion === null || isSame(base, shownOf(pendingVersion)) ? null : pendingVersion;
    const rest = others === null ? null : carriedOver(others, shownOf(current), next);
    return { ...shownColumnsOf(next), pendingVersion: rest === null ? null : JSON.stringify(rest) };
  }
  const others = pendingVersion?.submittedBy ?? [];
  if (state !== 'approved') {
    const before = state === 'pending_review' ? current.submittedBy : [];
    return {
      ...shownColumnsOf(next),
      pendingVersion: null,
      rejectionReason: null,
      state: 'pending_review',
      submittedBy: distinct([...before, ...others, actor]),
    };
  }
  // A change that restores the current content withdraws the pending version.
  if (isSame(shownOf(current), next)) return { pendingVersion: null };
  const version = { ...next, submittedBy: distinct([...others, actor]), submittedAt: new Date().toISOString() };
  return { pendingVersion: JSON.stringify(version satisfies PendingVersion), rejectionReason: null };
}

/** Returns the columns after the approval of a pending version: it becomes the content. */
export function approvedVersion(version: PendingVersion): ShownChange {
  return {
    ...shownColumnsOf(shownOf(version)),
    submittedBy: version.submittedBy,
    pendingVersion: null,
    rejectionReason: null,
  };
}

/** Returns which part of a creative is pending, for its actions. */
export function waitingOf({ pendingVersion }: Pick<Current, 'pendingVersion'>): Waiting {
  return pendingVersion === null ? 'nothing' : 'version';
}

export function shownOf(row: ShownVersion): ShownVersion {
  // A pending version of an earlier Placard has no trackers.
  return Object.fromEntries(shownColumns.map((column) => [column, row[column] ?? null])) as ShownVersion;
}

export function shownColumnsOf(shown: ShownVersion) {
  return {
    ...shown,
    video: shown.video === null ? null : JSON.stringify(shown.video),
    trackers: shown.trackers === null ? null : JSON.stringify(shown.trackers),
    fields: shown.fields === null ? null : JSON.stringify(shown.fields),
    assets: JSON.stringify(shown.assets),
  };
}

/**
 * Applies an immediate change to the pending version as well, in fields that the version leaves unchanged. null if no
 * difference remains.
 */
function carriedOver(version: PendingVersion, before: ShownVersion, after: ShownVersion): PendingVersion | null {
  const left = shownColumns.filter((column) => isDeepStrictEqual(version[column], before[column]));
  const carried = { ...version, ...Object.fromEntries(left.map((column) => [column, after[column]])) };
  return isSame(shownOf(carried), after) ? null : carried;
}

function isSame(first: ShownVersion, second: ShownVersion): boolean {
  return isDeepStrictEqual(first, second);
}

/** Returns whether a content change by this caller requires a review. */
async function isReviewed(current: Current, write: Write): Promise<boolean> {
  if (!reviewedStates.has(current.state)) return false;
  // Auto-approval of a media partner does not apply to suspended creatives or to those in review.
  return !(current.state === 'approved' ? await isTrusted(current.brandId, write) : await isOperations(write));
}

/** Content with errors is never approved automatically. */
async function failsChecks(
  { kind, state, formatId, addressChecks }: Current,
  next: ShownVersion,
  { transaction }: Write,
): Promise<boolean> {
  if (!reviewedStates.has(state)) return false;
  return hasErrors(checksOf(kind, next, await readCheckedFormat(transaction, formatId), addressChecks));
}

/** Returns whether content changes by the caller require no review: see `docs/decisions/0054-settings.md`. */
export async function isTrusted(brandId: number, write: Write): Promise<boolean> {
  const { fourEyes, autoApprovedMediaPartnerIds: trusted } = await readSettings(write.transaction);
  if (fourEyes) return false;
  if (isFullScope(write.caller.scopes)) return true;
  if (trusted.length === 0) return false;
  const brand = await write.transaction
    .selectFrom('brand')
    .select('brand.mediaPartnerId')
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
  return trusted.includes(brand.mediaPartnerId);
}

async function isOperations({ transaction, caller }: Write): Promise<boolean> {
  return isFullScope(caller.scopes) && !(await readSettings(transaction)).fourEyes;
}

function distinct(actors: readonly string[]): string[] {
  return [...new Set(actors)];
}
