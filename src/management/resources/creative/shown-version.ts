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

/** Columns of a change of what is shown. */
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
  'fields',
  'width',
  'height',
  'assets',
] as const satisfies readonly (keyof ShownColumns)[];

/** What was reviewed or waits for it; a suspended creative goes on without a review, so what it shows needs one. */
const reviewedStates: ReadonlySet<string> = new Set([
  'approved',
  'suspended',
  'pending_review',
] satisfies CreativeState[]);

/**
 * What a change by this caller starts from: the version that waits, when theirs is going to be part of it; else what the
 * creative shows.
 */
export async function versionToChange(current: Current, write: Write): Promise<ShownVersion> {
  const { pendingVersion } = current;
  if (pendingVersion === null) return shownOf(current);
  const isTheirs = pendingVersion.submittedBy.includes(write.caller.actor) || (await isReviewed(current, write));
  return shownOf(isTheirs ? pendingVersion : current);
}

/**
 * Columns of a creative that is to show something else. What needs no review is shown at once. What does waits beside
 * what is approved, which goes on delivering; a creative that delivers nothing waits itself.
 * Source: product decisions 4; docs/decisions/0066-versions-under-review.md.
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
  // Who takes their change back leaves nothing to be reviewed.
  if (isSame(shownOf(current), next)) return { pendingVersion: null };
  const version = { ...next, submittedBy: distinct([...others, actor]), submittedAt: new Date().toISOString() };
  return { pendingVersion: JSON.stringify(version satisfies PendingVersion), rejectionReason: null };
}

/** Columns of a creative whose new version was approved: it shows that from now on. */
export function approvedVersion(version: PendingVersion): ShownChange {
  return {
    ...shownColumnsOf(shownOf(version)),
    submittedBy: version.submittedBy,
    pendingVersion: null,
    rejectionReason: null,
  };
}

/** What of a creative waits, for its actions. */
export function waitingOf({ pendingVersion }: Pick<Current, 'pendingVersion'>): Waiting {
  return pendingVersion === null ? 'nothing' : 'version';
}

export function shownOf(row: ShownVersion): ShownVersion {
  return Object.fromEntries(shownColumns.map((column) => [column, row[column]])) as ShownVersion;
}

export function shownColumnsOf(shown: ShownVersion) {
  return {
    ...shown,
    video: shown.video === null ? null : JSON.stringify(shown.video),
    fields: shown.fields === null ? null : JSON.stringify(shown.fields),
    assets: JSON.stringify(shown.assets),
  };
}

/** What was changed at once is changed in the version that waits, too, where that left it alone; null: no more waits. */
function carriedOver(version: PendingVersion, before: ShownVersion, after: ShownVersion): PendingVersion | null {
  const left = shownColumns.filter((column) => isDeepStrictEqual(version[column], before[column]));
  const carried = { ...version, ...Object.fromEntries(left.map((column) => [column, after[column]])) };
  return isSame(shownOf(carried), after) ? null : carried;
}

function isSame(first: ShownVersion, second: ShownVersion): boolean {
  return isDeepStrictEqual(first, second);
}

/** True when what this caller shows waits for somebody else. */
async function isReviewed(current: Current, write: Write): Promise<boolean> {
  if (!reviewedStates.has(current.state)) return false;
  // A media partner's auto-approval takes back no suspension and no wait for review.
  return !(current.state === 'approved' ? await isTrusted(current.brandId, write) : await isOperations(write));
}

/** What has errors goes live by nobody's change. */
async function failsChecks(
  { kind, state, formatId, addressChecks }: Current,
  next: ShownVersion,
  { transaction }: Write,
): Promise<boolean> {
  if (!reviewedStates.has(state)) return false;
  return hasErrors(checksOf(kind, next, await readCheckedFormat(transaction, formatId), addressChecks));
}

/** True when what the caller shows needs no review: see `docs/decisions/0054-settings.md`. */
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
