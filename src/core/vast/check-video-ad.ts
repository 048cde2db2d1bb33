import { dayMs } from '../time/durations.ts';
import { isAddress } from '../vocabulary/address.ts';
import type { AdResource, VideoAd } from './video-ad.ts';

/** xs:time ends at one day. No ad is that long. */

/** Returns the faults of an ad, one text each; empty if a document can be written. */
export function checkVideoAd(ad: VideoAd): readonly string[] {
  const problems: string[] = [];
  for (const [name, url] of listAddresses(ad))
    if (!isAddress(url)) problems.push(`${name}: must be an absolute http or https URL`);
  for (const [name, value] of listTexts(ad)) if (value.trim() === '') problems.push(`${name}: must not be empty`);
  for (const [name, ms] of listTimes(ad)) {
    if (!Number.isInteger(ms) || ms < 0 || ms >= dayMs)
      problems.push(`${name}: must be integer milliseconds below one day`);
  }
  for (const percent of listPercents(ad)) {
    if (!Number.isInteger(percent) || percent < 0 || percent > 100)
      problems.push('offset: must be an integer percentage from 0 to 100');
  }
  if (ad.kind === 'inline' && ad.durationMs === 0) problems.push('duration: must be above 0');
  return problems;
}

function listAddresses(ad: VideoAd): readonly (readonly [name: string, url: string])[] {
  const { viewable, notViewable, undetermined } = ad.viewability;
  const named: readonly (readonly [string, readonly (string | null)[]])[] = [
    ['impression', ad.impressions],
    ['error', ad.errors],
    ['viewability', [...viewable, ...notViewable, ...undetermined]],
    ['tracking', [...Object.values(ad.tracking.events).flat(), ...ad.tracking.progress.map(({ url }) => url)]],
    ['click tracking', ad.clickTracking],
    ['click-through', [ad.kind === 'inline' ? ad.clickThrough : null]],
    ['tag', [ad.kind === 'wrapper' ? ad.tagUrl : null]],
    ['media file', ad.kind === 'inline' ? ad.mediaFiles.map(({ url }) => url) : []],
    ['interactive file', [ad.kind === 'inline' ? (ad.interactive?.url ?? null) : null]],
    ['icon', ad.icons.flatMap((icon) => [icon.clickThrough, ...icon.clickTracking, ...icon.viewTracking])],
    ['companion', ad.companions.flatMap((one) => [one.clickThrough, ...one.clickTracking, ...one.creativeView])],
    ['resource', listResources(ad).map((resource) => (resource.kind === 'html' ? null : resource.url))],
    ['verification', ad.verifications.flatMap(({ url, notExecuted }) => [url, ...notExecuted])],
  ];
  return named.flatMap(([name, urls]) => urls.flatMap((url) => (url === null ? [] : [[name, url] as const])));
}

/** Returns the required texts. Without them a document would contain empty elements. */
function listTexts(ad: VideoAd): readonly (readonly [name: string, value: string])[] {
  const common: [string, string][] = [
    ['id', ad.id],
    ['system', ad.system.name],
  ];
  for (const resource of listResources(ad)) if (resource.kind === 'html') common.push(['html', resource.html]);
  if (ad.kind === 'wrapper') return common;
  return [...common, ['title', ad.title], ['serving id', ad.servingId], ...universalIdOf(ad.creative.universalId)];
}

function universalIdOf(id: { readonly registry: string; readonly value: string } | null): [string, string][] {
  if (id === null) return [];
  return [
    ['universal id', id.registry],
    ['universal id', id.value],
  ];
}

function listTimes(ad: VideoAd): readonly (readonly [name: string, ms: number])[] {
  const times: (readonly [string, number])[] = listOffsets(ad).flatMap((offset) =>
    'ms' in offset ? [['offset', offset.ms] as const] : [],
  );
  for (const { offsetMs, durationMs } of ad.icons) {
    if (offsetMs !== null) times.push(['icon offset', offsetMs]);
    if (durationMs !== null) times.push(['icon duration', durationMs]);
  }
  if (ad.kind === 'inline') times.push(['duration', ad.durationMs]);
  return times;
}

function listPercents(ad: VideoAd): readonly number[] {
  return listOffsets(ad).flatMap((offset) => ('percent' in offset ? [offset.percent] : []));
}

function listOffsets(ad: VideoAd) {
  const offsets = ad.tracking.progress.map(({ offset }) => offset);
  return ad.kind === 'inline' && ad.skipOffset !== null ? [...offsets, ad.skipOffset] : offsets;
}

function listResources(ad: VideoAd): readonly AdResource[] {
  return [...ad.icons, ...ad.companions].map(({ resource }) => resource);
}
