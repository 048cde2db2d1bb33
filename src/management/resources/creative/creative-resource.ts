import { sql } from 'kysely';
import { type CreativeView, creativeBody, creativeKinds, creativeView } from '../../../contract/creative/creative.ts';
import { creativeType } from '../../../contract/resource-types/creative.ts';
import { availableCreativeActions, decidesVersion } from '../../../core/booking/creative-actions.ts';
import { typeParameterOf } from '../../../core/creative/image-versions.ts';
import { type Action, type CreativeState, creativeStates } from '../../../core/vocabulary/statuses.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { archiveAddress } from '../../../platform/files/archive-name.ts';
import { type Offering, offersTo } from '../../access/acting-party.ts';
import { booleanFilter, choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { writableOf } from '../../records/present-record.ts';
import { commonFields, type ListFilter, type Resource, type Row } from '../../records/resource.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { addressCheckOf } from './address-check/address-checks.ts';
import { type CheckedFormat, checksOf, readCheckedFormats } from './checks-of.ts';
import { changedCreativeColumns } from './creative-rules.ts';
import type { ShownVersion } from './shown.ts';
import { versionToChange, waitingOf } from './shown-version.ts';
import { presentVideo } from './video-columns.ts';

/** Creatives of kind product are created by their bookings. */
const listedKinds = [...creativeKinds, 'product'];

/** URLs of creative files. */
type FileAddresses = Pick<Config, 'creativeOrigin' | 'deliveryUrl'>;

export type CreativeResource = Resource<'creative', typeof creativeBody, CreativeView>;

/** Filters of `GET /creatives/advar`. At least one is required. Source: product decisions 3. */
export const advarFilters = {
  creativeId: idFilter('creative.id', 'creative'),
  campaignId: {
    ...idFilter('creative.id', 'campaign in which it is booked'),
    where: inBookings('booking.campaign_id'),
  },
  bookingId: { ...idFilter('creative.id', 'booking that contains it'), where: inBookings('booking.id') },
  brandId: idFilter('creative.brandId', 'brand'),
  advertiserCompanyId: {
    ...idFilter('creative.brandId', 'advertiser of the brand'),
    where: (ids) => sql<boolean>`exists (
      select 1 from brand where brand.id = creative.brand_id and brand.media_partner_id = any(${ids as number[]}::bigint[])
    )`,
  },
} satisfies Record<string, ListFilter>;

/** Returns the resource `/creatives`, without its create operation. */
export function creativeResource(addresses: FileAddresses): CreativeResource {
  const resource: CreativeResource = {
    ...creativeType,
    table: 'creative',
    body: creativeBody,
    view: creativeView,
    async present(rows, database, caller) {
      const [formats, offers] = await Promise.all([
        readCheckedFormats(
          database,
          rows.map(({ formatId }) => formatId),
        ),
        offersTo<Action>(caller, database, { ...creativeScopes, objects: rows.map(offeringOf) }),
      ]);
      return rows.map((row, index) => ({
        ...present(row, formats.get(row.formatId) as CheckedFormat, addresses),
        availableActions:
          offers[index]?.((party) => availableCreativeActions(row.state as CreativeState, party, waitingOf(row))) ?? [],
      }));
    },
    columns: changedCreativeColumns,
    async writable(view, write) {
      const document = writableOf(resource, view);
      if (write.current === null) return document;
      // A patch applies to the pending version if the caller continues it.
      const { clickUrl, altText, html, fields, video, trackers } = await versionToChange(write.current, write);
      const ofVideo = presentVideo(video, trackers, addresses.deliveryUrl);
      return { ...document, clickUrl, altText, html, fields: fields ?? {}, ...ofVideo };
    },
    filters: {
      ...advarFilters,
      formatId: idFilter('creative.formatId', 'format'),
      kind: choiceFilter('creative.kind', listedKinds, 'Kind'),
      state: choiceFilter('creative.state', creativeStates, 'Review state'),
      externalId: textFilter('creative.externalId', 'External id'),
      hasPendingVersion: {
        ...booleanFilter('creative.id', 'Has a pending version'),
        where: (waits) => sql<boolean>`(creative.pending_version is not null) = ${waits as boolean}`,
      },
    },
    sortColumns: ['kind', 'state', 'brandId', 'formatId'],
  };
  return resource;
}

const creativeScopes = { approveScope: 'creatives:approve', writeScope: 'creatives:write' } as const;

function offeringOf(row: Row<'creative'>): Offering {
  return { submittedBy: submitterOf(row) };
}

/** Returns the submitters whose work an approval covers: those of the pending version if there is one. */
export function submitterOf(row: Row<'creative'>): readonly string[] {
  const isVersion = decidesVersion(row.state as CreativeState, waitingOf(row));
  return (isVersion ? row.pendingVersion?.submittedBy : undefined) ?? row.submittedBy;
}

function present(
  row: Row<'creative'>,
  format: CheckedFormat,
  addresses: FileAddresses,
): Omit<CreativeView, 'availableActions'> {
  const state = row.state as CreativeState;
  const version = row.pendingVersion;
  const checked = (shown: ShownVersion) => [...checksOf(row.kind, shown, format, row.addressChecks)];
  return {
    ...commonFields(row),
    creativeId: row.id,
    kind: row.kind,
    brandId: row.brandId,
    formatId: row.formatId,
    productId: row.productId,
    ...presentShown(row, addresses),
    addressCheck: addressCheckOf(row, row.addressChecks),
    checks: checked(row),
    pendingVersion:
      version === null
        ? null
        : {
            ...presentShown(version, addresses),
            addressCheck: addressCheckOf(version, row.addressChecks),
            checks: checked(version),
            submittedAt: version.submittedAt,
          },
    rejectionReason: row.rejectionReason,
    state,
  };
}

function presentShown(shown: ShownVersion, addresses: FileAddresses) {
  return {
    clickUrl: shown.clickUrl,
    altText: shown.altText,
    html: shown.html,
    fields: { ...shown.fields },
    ...presentVideo(shown.video, shown.trackers ?? null, addresses.deliveryUrl),
    width: shown.width,
    height: shown.height,
    assets: shown.assets.filter((asset) => !isPoster(asset)).map((asset) => presentAsset(asset, addresses)),
    poster: presentPoster(shown.assets.find(isPoster), addresses),
  };
}

function isPoster({ role }: StoredAsset): boolean {
  return role === 'poster';
}

function presentPoster(poster: StoredAsset | undefined, addresses: FileAddresses) {
  if (poster === undefined) return null;
  const { url, width, height } = presentAsset(poster, addresses);
  return { url, width: width ?? 0, height: height ?? 0 };
}

/** The folder of a file is named by its hash. Used for rows without a hash. */
const hashInPath = /(?:^|\/)([0-9a-f]{64})\//;

function presentAsset(
  { path, variants = [], animation: _animation, role: _role, field, crop, resized: _resized, ...facts }: StoredAsset,
  { deliveryUrl, creativeOrigin }: FileAddresses,
) {
  const isPage = path.startsWith('html5/');
  const url = isPage ? `${creativeOrigin ?? deliveryUrl}/${archiveAddress(path)}` : `${deliveryUrl}/${path}`;
  return {
    url,
    ...facts,
    field: field ?? null,
    crop: crop ?? null,
    sha256: facts.sha256 ?? hashInPath.exec(path)?.[1] ?? null,
    variants: variants.map(({ name: _name, ...variant }) => ({
      url: `${url}?w=${variant.width}&fm=${typeParameterOf(variant.mime)}`,
      ...variant,
    })),
  };
}

/** Considers only bookings that the caller may see, because other callers may book the brand as well. */
function inBookings(column: 'booking.id' | 'booking.campaign_id'): ListFilter['where'] {
  return (ids, { reach }) => sql<boolean>`exists (
    select 1 from booking_creative ad join booking on booking.id = ad.booking_id
    where ad.creative_id = creative.id and ad.removed_at is null and booking.archived_at is null
      and ${sql.ref(column)} = any(${ids as number[]}::bigint[]) and ${visibleRows('booking', reach)}
  )`;
}
