import { isDeepStrictEqual } from 'node:util';
import type { CreativeBody } from '../../contract/creative.ts';
import { isFullScope } from '../../contract/scopes.ts';
import type { CreativeState } from '../../core/words/statuses.ts';
import type { Config } from '../config.ts';
import type { StoredAsset } from '../db/schema.ts';
import { invalidField } from '../http/problem.ts';
import { requireReference } from '../http/references.ts';
import type { Columns, Row, WriteContext } from '../http/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import { requireFittingFormat, sizeOfVideo, storedVideo } from './video-columns.ts';

type Write = WriteContext<'creative'>;

/** Columns of a new creative, after the rules that need the database; `asset` is its file, if it has one. */
export async function newCreativeColumns(
  body: CreativeBody,
  write: Write,
  asset: StoredAsset | null,
): Promise<Columns<'creative'>> {
  const { transaction, caller } = write;
  await requireReference(write, { table: 'brand', id: body.brandId, pointer: '/brandId', what: 'brand' });
  await requireReference(write, { table: 'format', id: body.formatId, pointer: '/formatId', what: 'format' });
  await requireOwnDomains(body, write, []);
  const format = await transaction
    .selectFrom('format')
    .select(['format.width', 'format.height', 'format.mediaType'])
    .where('format.id', '=', body.formatId)
    .executeTakeFirstOrThrow();
  requireFittingFormat(body, format.mediaType);
  const trusted = await isTrusted(body, write);
  return {
    ...writableColumns(body),
    width: asset?.width ?? sizeOfVideo(body)?.width ?? format.width,
    height: asset?.height ?? sizeOfVideo(body)?.height ?? format.height,
    assets: JSON.stringify(asset === null ? [] : [asset]),
    state: trusted ? 'approved' : 'pending_review',
    submittedBy: [caller.actor],
  };
}

/** What was reviewed or waits for it; a suspended creative goes on without a review, so what it shows needs one. */
const reviewedStates: ReadonlySet<string> = new Set([
  'approved',
  'suspended',
  'pending_review',
] satisfies CreativeState[]);

/**
 * Columns of a patched creative. What it is of (kind, brand, format) stays: its file was made for that format, and its
 * bookings were checked for that brand. A change of what is shown by somebody whose uploads are reviewed is reviewed
 * again, by somebody else.
 */
export async function changedCreativeColumns(body: CreativeBody, write: Write): Promise<Columns<'creative'>> {
  const { current, caller } = write;
  if (current === null) throw new Error('a creative is created with its file');
  for (const field of ['kind', 'brandId', 'formatId'] as const) {
    if (current[field] !== body[field]) throw invalidField(`/${field}`, 'immutable', 'cannot be changed');
  }
  const known = [current.clickUrl, ...(current.video?.companions ?? []).map(({ clickThrough }) => clickThrough)];
  await requireOwnDomains(
    body,
    write,
    known.flatMap((target) => target ?? []),
  );
  const columns = writableColumns(body);
  const shown =
    (['clickUrl', 'altText', 'html'] as const).some((field) => current[field] !== columns[field]) ||
    !isDeepStrictEqual(current.video, storedVideo(body));
  const again = shown && reviewedStates.has(current.state) && !(await maySkipReview(body, write, current.state));
  return {
    ...columns,
    width: sizeOfVideo(body)?.width ?? current.width,
    height: sizeOfVideo(body)?.height ?? current.height,
    state: again ? 'pending_review' : current.state,
    submittedBy: again ? authorsAfter(current, caller.actor) : current.submittedBy,
  };
}

/** What waits is still the work of those before, too. */
function authorsAfter({ state, submittedBy }: Row<'creative'>, actor: string): string[] {
  return state === 'pending_review' ? [...new Set([...submittedBy, actor])] : [actor];
}

/** A media partner's auto-approval takes back no suspension and no wait for review. */
async function maySkipReview(body: CreativeBody, write: Write, state: string): Promise<boolean> {
  return state === 'approved' ? isTrusted(body, write) : isOperations(write);
}

/** True when what the caller shows needs no review: see `docs/decisions/0054-settings.md`. */
async function isTrusted({ brandId }: CreativeBody, write: Write): Promise<boolean> {
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

/** What an upload's format asks of its file; the format itself is checked again in the transaction. */
export function requireKindOfFile(
  body: CreativeBody,
  hasFile: boolean,
  { creativeOrigin }: Pick<Config, 'creativeOrigin'>,
): void {
  const takesFile = body.kind === 'image' || body.kind === 'html5';
  if (body.kind === 'html5' && creativeOrigin === null) {
    const message = 'needs the setting PLACARD_CREATIVE_ORIGIN: a host name from which alone such creatives are served';
    throw invalidField('/kind', 'no_creative_origin', message);
  }
  if (takesFile && !hasFile) {
    throw invalidField('/file', 'required', `is required for kind ${body.kind}: send multipart/form-data`);
  }
  if (!takesFile && hasFile) throw invalidField('/file', 'unexpected_file', `is not for kind ${body.kind}`);
}

function writableColumns(body: CreativeBody) {
  return {
    name: body.name,
    externalId: body.externalId ?? null,
    kind: body.kind,
    brandId: body.brandId,
    formatId: body.formatId,
    clickUrl: body.clickUrl ?? null,
    altText: body.altText ?? null,
    html: body.html ?? null,
    video: jsonOrNull(storedVideo(body)),
  };
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/**
 * A click leads to a domain of the brand or its media partner, or below one, where they have any; what is `known` was
 * checked when it came.
 * Source: product decisions 8 (no open redirect).
 */
async function requireOwnDomains(body: CreativeBody, write: Write, known: readonly string[]): Promise<void> {
  const targets = targetsOf(body).filter(([, target]) => !known.includes(target));
  if (targets.length === 0) return;
  const { brandDomains, partnerDomains } = await domainsOf(write, body.brandId);
  const domains = [...new Set([...brandDomains, ...partnerDomains])];
  for (const [pointer, target] of targets) {
    const address = URL.parse(target);
    if (address === null || address.hostname === '' || address.username !== '') {
      throw invalidField(pointer, 'invalid_format', 'must be an absolute http or https address');
    }
    const host = address.hostname.toLowerCase().replace(/\.$/, '');
    if (domains.length === 0 || domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) continue;
    throw invalidField(pointer, 'foreign_domain', `must lead to ${domains.slice(0, 5).join(' or ')}`);
  }
}

/** Where clicks on the creative and on its companions lead; an icon explains the ad and may lead elsewhere. */
function targetsOf({ clickUrl, companions }: CreativeBody): readonly (readonly [pointer: string, target: string])[] {
  const given = [
    ['/clickUrl', clickUrl] as const,
    ...companions.map(({ clickThrough }, index) => [`/companions/${index}/clickThrough`, clickThrough] as const),
  ];
  return given.flatMap(([pointer, target]) => (target ? [[pointer, target] as const] : []));
}

async function domainsOf(write: Write, brandId: Row<'creative'>['brandId']) {
  return write.transaction
    .selectFrom('brand')
    .innerJoin('mediaPartner', 'mediaPartner.id', 'brand.mediaPartnerId')
    .select(['brand.domains as brandDomains', 'mediaPartner.domains as partnerDomains'])
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
}
