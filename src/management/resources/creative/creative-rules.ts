import { isDeepStrictEqual } from 'node:util';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import { hasErrors } from '../../../core/creative/check-creative.ts';
import type { TemplateField } from '../../../core/creative/template-field.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import type { Columns, Row, WriteContext } from '../../records/resource.ts';
import { checksOf, readCheckedFormat } from './checks-of.ts';
import { isForPlayers, isOfFile, needsFile } from './files/file-kinds.ts';
import { isOnDomain } from './on-domain.ts';
import type { ShownVersion } from './shown.ts';
import { isTrusted, showInstead, shownColumnsOf, shownOf, versionToChange } from './shown-version.ts';
import { imagesOf, requireFields, storedFields, targetsOfFields } from './template-fields.ts';
import { requireTrackerDomains } from './tracker-rules.ts';
import { assetsLeft, requireFittingFormat, sizeOfVideo, storedTrackers, storedVideo } from './video-columns.ts';

type Write = WriteContext<'creative'>;

/**
 * Returns the columns of a new creative after checking the rules that need the database. The first of `assets` is its
 * file, if it has one.
 * @param source.awaitsFiles files may be missing. Their check is an error, so that the creative cannot be approved.
 * @param source.video video settings from which the body was made. Their own files stay relative.
 */
export async function newCreativeColumns(
  body: CreativeBody,
  write: Write,
  assets: readonly StoredAsset[],
  { awaitsFiles = false, video = null }: { readonly awaitsFiles?: boolean; readonly video?: VideoCreative | null } = {},
): Promise<Columns<'creative'>> {
  const { transaction, caller } = write;
  await requireReference(write, { table: 'brand', id: body.brandId, pointer: '/brandId', noun: 'brands' });
  await requireReference(write, { table: 'format', id: body.formatId, pointer: '/formatId', noun: 'inventory/format' });
  const format = await oncePerTransaction(transaction, `format ${body.formatId}`, () =>
    transaction
      .selectFrom('format')
      .select(['format.width', 'format.height', 'format.maxBytes', 'format.mediaType'])
      .select('format.templateFields')
      .where('format.id', '=', body.formatId)
      .executeTakeFirstOrThrow(),
  );
  requireFittingFormat(body, format);
  if (isOfTemplate(body.kind)) {
    const images = imagesOf(assets);
    const isAwaited = ({ name, kind }: TemplateField) =>
      awaitsFiles && kind === 'image' && !images.some(({ field }) => field === name);
    const given = format.templateFields.filter((field) => !isAwaited(field));
    requireFields(given, body.fields, images);
  }
  await requireOwnDomains(body, write, { known: [], template: format.templateFields });
  await requireTrackerDomains(body, write);
  const size = sizeOfVideo(body.media) ?? (isOfTemplate(body.kind) ? format : (assets[0] ?? format));
  const shown: ShownVersion = {
    ...textsOf(body, video),
    width: size.width ?? format.width,
    height: size.height ?? format.height,
    assets: [...assets],
  };
  const isFine = !hasErrors(checksOf(body.kind, shown, format, null));
  return {
    name: body.name,
    externalId: body.externalId ?? null,
    kind: body.kind,
    brandId: body.brandId,
    formatId: body.formatId,
    ...shownColumnsOf(shown),
    state: isFine && (await isTrusted(body.brandId, write)) ? 'approved' : 'pending_review',
    submittedBy: [caller.actor],
  };
}

/**
 * Returns the columns of a patched creative. Kind, brand and format cannot change: its file was prepared for the format
 * and its bookings were validated for the brand. A content change by a caller whose uploads are reviewed requires a new
 * review by another user.
 */
export async function changedCreativeColumns(body: CreativeBody, write: Write): Promise<Columns<'creative'>> {
  const { current } = write;
  if (current === null) throw new Error('a creative cannot be created without its file');
  for (const field of ['kind', 'brandId', 'formatId'] as const) {
    if (current[field] !== body[field]) throw invalidField(`/${field}`, 'immutable', fieldMessage('immutable'));
  }
  const base = await versionToChange(current, write);
  if (base.video?.media) requireMedia(body);
  const template = await requireChangedFields(body, base, write);
  const known = [base, current].flatMap(({ clickUrl, video, fields }) => [
    clickUrl,
    ...targetsOfFields(template, fields ?? {}).map(([, target]) => target),
    ...(video?.companions ?? []).map(({ clickThrough }) => clickThrough),
  ]);
  await requireOwnDomains(body, write, { known: known.flatMap((target) => target ?? []), template });
  await requireTrackerDomains(body, write, [base, current]);
  const texts = textsOf(body, base.video);
  const next: ShownVersion = {
    ...texts,
    width: sizeOfVideo(body.media)?.width ?? base.width,
    height: sizeOfVideo(body.media)?.height ?? base.height,
    assets: assetsLeft(base.assets, texts.video),
  };
  const { kind, brandId, formatId, state } = current;
  const shown = { ...shownColumnsOf(shownOf(current)), ...(await showInstead(current, next, write)) };
  return { kind, brandId, formatId, state, name: body.name, externalId: body.externalId ?? null, ...shown };
}

/** Checks the kind of an uploaded file against the format. The format is checked again in the transaction. */
export function requireKindOfFile(
  body: CreativeBody,
  { hasFile, files }: { readonly hasFile: boolean; readonly files: ReadonlyMap<string, unknown> },
  { creativeOrigin }: Pick<Config, 'creativeOrigin'>,
): void {
  if (body.kind === 'html5' && creativeOrigin === null) {
    const message = fieldMessage('noCreativeOrigin');
    throw invalidField('/kind', 'no_creative_origin', message);
  }
  if (needsFile(body.kind) && !hasFile) {
    throw invalidField('/file', 'required', fieldMessage('fileRequired', { kind: body.kind }));
  }
  if (!isOfFile(body.kind) && hasFile) {
    throw invalidField('/file', 'unexpected_file', fieldMessage('notForKind', { kind: body.kind }));
  }
  const [field] = files.keys();
  if (field !== undefined && !isOfTemplate(body.kind)) {
    throw invalidField(`/file.${field}`, 'unexpected_file', fieldMessage('notForKind', { kind: body.kind }));
  }
  if (!hasFile) requireMedia(body);
}

/** A video without an upload has its files elsewhere. */
function requireMedia({ kind, media }: CreativeBody): void {
  if (!isForPlayers(kind) || media !== null) return;
  throw invalidField('/media', 'required', fieldMessage('requiredWithoutFile', { kind }));
}

/**
 * Changed fields must satisfy the current template. Unchanged fields are not checked. Returns the template of the
 * creative's format.
 */
async function requireChangedFields(
  body: CreativeBody,
  base: ShownVersion,
  { transaction }: Write,
): Promise<readonly TemplateField[]> {
  if (!isOfTemplate(body.kind)) return [];
  const { templateFields } = await readCheckedFormat(transaction, body.formatId);
  if (!isDeepStrictEqual(body.fields, base.fields)) requireFields(templateFields, body.fields, imagesOf(base.assets));
  return templateFields;
}

/** Returns the texts of the body that the creative shows. */
function textsOf(
  body: CreativeBody,
  before: VideoCreative | null = null,
): Omit<ShownVersion, 'width' | 'height' | 'assets'> {
  return {
    clickUrl: body.clickUrl ?? null,
    altText: body.altText ?? null,
    html: body.html ?? null,
    fields: storedFields(body),
    video: storedVideo(body, before),
    trackers: storedTrackers(body),
  };
}

/**
 * Requires that click-through URLs are on a domain of the brand or its media partner, or a subdomain, if they have any.
 * URLs in `known` were checked before. Source: product decisions 8 (no open redirect).
 */
async function requireOwnDomains(
  body: CreativeBody,
  write: Write,
  { known, template }: { readonly known: readonly string[]; readonly template: readonly TemplateField[] },
): Promise<void> {
  const all = [...targetsOf(body), ...targetsOfFields(template, body.fields)];
  const targets = all.filter(([, target]) => !known.includes(target));
  if (targets.length === 0) return;
  const { brandDomains, partnerDomains } = await domainsOf(write, body.brandId);
  const domains = [...new Set([...brandDomains, ...partnerDomains])];
  for (const [pointer, target] of targets) {
    const address = URL.parse(target);
    if (address === null || address.hostname === '' || address.username !== '') {
      throw invalidField(pointer, 'invalid_format', fieldMessage('httpUrl'));
    }
    if (domains.length === 0 || isOnDomain(address, domains)) continue;
    throw invalidField(
      pointer,
      'foreign_domain',
      fieldMessage('allowedDomains', { domains: domains.slice(0, 5).join(', ') }),
    );
  }
}

/**
 * Returns the click-through URLs of the creative and its companions. An icon explains the ad and may link to any
 * domain.
 */
function targetsOf({ clickUrl, companions }: CreativeBody): readonly (readonly [pointer: string, target: string])[] {
  const given = [
    ['/clickUrl', clickUrl] as const,
    ...companions.map(({ clickThrough }, index) => [`/companions/${index}/clickThrough`, clickThrough] as const),
  ];
  return given.flatMap(([pointer, target]) => (target ? [[pointer, target] as const] : []));
}

async function domainsOf(write: Write, brandId: Row<'creative'>['brandId']) {
  return oncePerTransaction(write.transaction, `domains of brand ${brandId}`, () =>
    write.transaction
      .selectFrom('brand')
      .innerJoin('mediaPartner', 'mediaPartner.id', 'brand.mediaPartnerId')
      .select(['brand.domains as brandDomains', 'mediaPartner.domains as partnerDomains'])
      .where('brand.id', '=', brandId)
      .executeTakeFirstOrThrow(),
  );
}
