import type { DisplayTrackers } from '../../core/creative/display-trackers.ts';
import { unpackAd } from '../../core/snapshot/packed-creative.ts';
import type { SnapshotAd, SnapshotPosition } from '../../core/snapshot/snapshot.ts';
import type { CreativeRow } from '../../core/snapshot/snapshot-rows.ts';
import { decimalFromMicros } from '../../core/vocabulary/money.ts';
import type { MacroBook } from './macros/macro-book.ts';
import { markupOf } from './markup.ts';
import type { MarkupFacts } from './markup-facts.ts';
import { nativePartsOf, nativeTag } from './native-ad.ts';
import { normalTarget, targetInPath } from './signed-address/click-address.ts';
import { markTrackers, withTrackers } from './tracker-markup.ts';

/** An element of the answer to `/json`: every scalar is text and nothing is null. Source: wire-protocol 3. */
export type JsonAd = {
  readonly slotName: string;
  readonly slotID: string;
  readonly adType: string;
  readonly adFormat: string;
  readonly origin: 'JERLICIA';
  readonly originData: Readonly<Record<string, never>>;
  readonly id: string;
  readonly libId: string;
  readonly adspaceId: string;
  readonly adspaceKey?: string;
  readonly orderId: string;
  readonly orderName: string;
  readonly advertiserId: string;
  readonly creativeName: string;
  readonly altText?: string;
  readonly priority: string;
  readonly ext: string;
  readonly width?: string;
  readonly height?: string;
  /** Seconds. */
  readonly adDuration?: string;
  readonly tag: string;
  /** The same markup, for clients that read it from here if `ext` is `js`. */
  readonly body?: string;
  /** URL of the VAST document if it is not in `tag`. */
  readonly cachedBodyUrl?: string;
  readonly url: string;
  readonly clickTag: string;
  readonly impressionCounter: string;
  readonly tracker: string;
  readonly viewableImpressionCounter: string;
  readonly adspaceStart: string;
  readonly adspaceEnd?: string;
  readonly timeStamp: string;
  readonly adomain?: readonly string[];
  readonly extension: {
    readonly mediaType: string;
    readonly prebid?: { readonly cpm: { readonly amount: string; readonly currency: string } };
  };
};

/** An ad for clients that render it from data, with the third-party trackers that consenting viewers call. */
export type TrackedAd = JsonAd & { readonly trackers?: DisplayTrackers };

const msPerSecond = 1_000;

type Addressing = Pick<PresentedAd, 'deliveryUrl' | 'macros' | 'mark'> & { readonly ad: Pick<SnapshotAd, 'id'> };

export type PresentedAd = {
  readonly position: SnapshotPosition;
  readonly ad: SnapshotAd;
  readonly deliveryUrl: string;
  readonly creativeOrigin: string | null;
  /** Position and decision in tracking and click URLs: `sl<position id>/II<token>`. */
  readonly mark: string;
  /** Registers the macros of the creative. */
  readonly macros: MacroBook;
};

/**
 * Returns the ad as the flat object that all clients of `/json` read, or null if its creative has no content for the
 * position. The `tag` of a video ad is empty: its document depends on the player.
 */
export function presentJsonAd(presented: PresentedAd): JsonAd | null {
  const { position, ad, deliveryUrl, creativeOrigin, mark, macros } = presented;
  const { booking } = ad;
  const creative = unpackAd(ad);
  const addresses = clickAddressesOf({ ad, deliveryUrl, mark, macros }, creative);
  const width = creative.width ?? position.format.width;
  const height = creative.height ?? position.format.height;
  if (isForPlayers(position) !== (creative.video !== undefined)) return null;
  const { format } = position;
  const event = eventAddresses({ ad, deliveryUrl, mark });
  const impression = event(null);
  const facts = { creative, format, width, height, deliveryUrl, creativeOrigin, macros, ...addresses };
  const tag = creative.video === undefined ? tagOf(facts, event) : '';
  if (tag === null) return null;
  const ext = extensionOf(creative);
  const isMarkup = isMarkupOf(position, tag);
  return {
    slotName: position.row.slotName,
    slotID: String(position.row.id),
    adType: position.format.code,
    adFormat: position.format.code,
    origin: 'JERLICIA',
    originData: {},
    id: String(ad.id),
    libId: String(creative.id),
    adspaceId: String(booking.id),
    ...(booking.externalId !== null && { adspaceKey: booking.externalId }),
    orderId: String(booking.campaignId),
    orderName: booking.campaign.name,
    advertiserId: String(booking.campaign.advertiserId),
    creativeName: creative.name,
    ...(creative.altText !== null && { altText: creative.altText }),
    priority: String(booking.priority),
    ext,
    ...((width !== null || !isMarkup) && { width: String(width ?? 0) }),
    ...((height !== null || !isMarkup) && { height: String(height ?? 0) }),
    ...durationOf(creative),
    tag,
    ...(ext === 'js' && { body: tag }),
    url: addresses.clickBase,
    clickTag: addresses.clickBase,
    impressionCounter: impression,
    tracker: impression,
    viewableImpressionCounter: event('Adhese_IABview'),
    adspaceStart: String(booking.startMs),
    ...(booking.endMs !== null && { adspaceEnd: String(booking.endMs) }),
    timeStamp: String(creative.updatedAtMs),
    ...(creative.domains.length > 0 && { adomain: creative.domains }),
    extension: { mediaType: mediaTypeOf(position), ...priceOf(ad) },
  };
}

/** Returns markup, or the parts of the ad for clients that render native ads themselves. */
function tagOf(facts: MarkupFacts, event: (name: string | null) => string): string | null {
  const { creative, format, deliveryUrl, clickBase, clickUrl, macros } = facts;
  const isDrawn = format.mediaType === 'native' || format.mediaType === 'stack';
  if (creative.fields === undefined || format.templateHtml !== undefined || !isDrawn) {
    const markup = markupOf(facts);
    return markup === null ? null : withTrackers(markup, facts);
  }
  const addresses = {
    url: clickBase,
    impressionCounter: event(null),
    viewableImpressionCounter: event('Adhese_IABview'),
    ...(creative.trackers !== undefined && { trackers: markTrackers(creative.trackers, macros) }),
  };
  const parts = nativePartsOf(addresses, { creative, format }, deliveryUrl);
  return nativeTag({ ...parts, clickUrl: clickUrl ?? clickBase }, macros);
}

/** Returns a function from an event of the ad to its URL. null is the impression. Source: wire-protocol 6. */
export function eventAddresses({ ad, deliveryUrl, mark }: Omit<Addressing, 'macros'>) {
  return (event: string | null) => `${deliveryUrl}/track/${ad.id}${event === null ? '' : `-${event}`}/${mark}/`;
}

/**
 * Returns the click URLs: one to which the target is appended, and one with the creative's target. The latter is null
 * if the creative has no target.
 */
export function clickAddressesOf({ ad, deliveryUrl, mark, macros }: Addressing, creative: CreativeRow) {
  const clickBase = `${deliveryUrl}/raylene/${mark}/ad${ad.id}-${creative.id}/UR`;
  const target = creative.clickUrl === null ? null : normalTarget(creative.clickUrl);
  if (target === null) return { clickBase, clickUrl: null };
  return { clickBase, clickUrl: clickBase + (macros.markTarget(target) ?? targetInPath(target)) };
}

/**
 * Returns the kind of the creative for clients: the type of its image, `advar` for video and templates, `js` for other
 * markup.
 */
function extensionOf({ kind, file, video, fields }: CreativeRow): string {
  if (video !== undefined || fields !== undefined) return 'advar';
  if (file === null || kind === 'html5') return 'js';
  const subtype = file.mime.split('/')[1] ?? '';
  return subtype === 'jpeg' ? 'jpg' : subtype.replace(/\+.*$/, '');
}

/** Returns `video` for positions of players and `banner` for all others, which clients render like a banner. */
function mediaTypeOf(position: SnapshotPosition): string {
  return isForPlayers(position) ? 'video' : 'banner';
}

/** Returns true for positions of players. Players accept only VAST, and other clients cannot read VAST. */
function isForPlayers({ format }: SnapshotPosition): boolean {
  return format.mediaType === 'video' || format.mediaType === 'audio';
}

/**
 * True if pages display the `tag` in a frame with the size of the ad. Such an ad has no size if its creative has none: pages
 * would display a frame of 0 x 0. All other ads have a size, because some clients for Android discard the whole answer
 * if one is missing. Source: wire-protocol 3 (`width`, `height`) and 5.9.
 */
function isMarkupOf({ format }: SnapshotPosition, tag: string): boolean {
  if (format.mediaType === 'banner') return true;
  return format.mediaType === 'native' && !/^\s*[[{]/.test(tag);
}

function durationOf({ video }: CreativeRow): Pick<JsonAd, 'adDuration'> {
  const durationMs = video?.media?.durationMs;
  return durationMs === undefined ? {} : { adDuration: String(Math.round(durationMs / msPerSecond)) };
}

function priceOf({ booking }: SnapshotAd): Pick<JsonAd['extension'], 'prebid'> {
  if (booking.cpm === null) return {};
  const { micros, currency } = booking.cpm;
  return { prebid: { cpm: { amount: decimalFromMicros(micros), currency } } };
}
