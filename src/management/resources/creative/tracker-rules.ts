import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import type { DisplayTrackers } from '../../../core/creative/display-trackers.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';
import { invalidField } from '../../records/domain-error.ts';
import type { WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import { isOnDomain } from './on-domain.ts';

/** Stored trackers and measurement scripts of a creative or one of its versions. */
type Measured = { readonly video: VideoCreative | null; readonly trackers?: DisplayTrackers | null };

/**
 * Requires that URLs of trackers and measurement scripts are on a domain of the setting `trackerDomains`, or a subdomain,
 * if it has any. URLs that the creative already had are not checked.
 * @throws DomainError `invalid_request`
 */
export async function requireTrackerDomains(
  body: Pick<CreativeBody, 'trackers' | 'verifications'>,
  { transaction }: Pick<WriteContext<'creative'>, 'transaction'>,
  before: readonly Measured[] = [],
): Promise<void> {
  const known = new Set(before.flatMap(urlsOf));
  const urls = [...trackersOf(body.trackers), ...scriptsOf(body.verifications)].filter(([, url]) => !known.has(url));
  if (urls.length === 0) return;
  const { trackerDomains } = await readSettings(transaction);
  if (trackerDomains.length === 0) return;
  const foreign = urls.find(([, url]) => !isOnDomain(URL.parse(url), trackerDomains));
  if (foreign === undefined) return;
  const domains = trackerDomains.slice(0, 5).join(', ');
  throw invalidField(foreign[0], 'foreign_domain', fieldMessage('allowedDomains', { domains }));
}

type Named = readonly (readonly [pointer: string, url: string])[];

function trackersOf(trackers: CreativeBody['trackers']): Named {
  return Object.entries(trackers).flatMap(([event, list]) =>
    (list ?? []).map((tracker, index) =>
      typeof tracker === 'string'
        ? ([`/trackers/${event}/${index}`, tracker] as const)
        : ([`/trackers/${event}/${index}/url`, tracker.url] as const),
    ),
  );
}

function scriptsOf(verifications: readonly { readonly url: string }[]): Named {
  return verifications.map(({ url }, index) => [`/verifications/${index}/url`, url] as const);
}

function urlsOf({ video, trackers }: Measured): readonly string[] {
  const lists = [...Object.values(trackers ?? {}), ...Object.values(video?.trackers ?? {})];
  const trackerUrls = lists.flatMap((list) => (list ?? []).map((one) => (typeof one === 'string' ? one : one.url)));
  return [...trackerUrls, ...(video?.verifications ?? []).map(({ url }) => url)];
}
