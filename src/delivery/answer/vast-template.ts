import { randomBytes } from 'node:crypto';
import { unpackAd } from '../../core/snapshot/packed-creative.ts';
import type { SnapshotAd, SnapshotPosition } from '../../core/snapshot/snapshot.ts';
import { buildVideoAd } from '../../core/vast/build-video-ad.ts';
import { mediaAddress } from '../../core/vast/media-address.ts';
import type { VastVersion } from '../../core/vast/vast-version.ts';
import type { VideoAd, VideoFile } from '../../core/vast/video-ad.ts';
import type { VideoCreative } from '../../core/vast/video-creative.ts';
import { writeVast } from '../../core/vast/write-vast.ts';
import { createRecentMap } from '../recent-map.ts';
import type { MacroBook } from './macros/macro-book.ts';
import { clickAddressesOf, eventAddresses } from './present-json.ts';

/** The VAST documents of an ad, complete except for the position and the token. */
export type VastTemplate = {
  readonly kind: VideoAd['kind'];
  /** @param trackingPath part of every URL: `sl<position id>/II<token>` */
  documentIn(version: VastVersion, trackingPath: string): string;
};

/** Default version for clients that do not state one: players of all ages support it. Source: wire-protocol 7. */
export const usualVersion: VastVersion = '3.0';

/** Placeholder of the impression ID while a document is built. Random, so that no creative can contain it. */
const servingMark = `serving-${randomBytes(12).toString('hex')}`;

/** Most cached documents. A document takes about 10 kB, so the cache takes 40 MB. Evicted documents are built again. */
const keptDocuments = 4_000;

/**
 * Builds and validates documents once for each requested version. They are then joined from pieces.
 * @param mark placeholder of the position and the token in URLs
 */
export function createVastTemplates(deliveryUrl: string, mark: string) {
  const byName = createRecentMap<string, readonly string[]>(keptDocuments);
  let made = 0;

  /** Returns null if the ad is not a video ad. Throws `VideoAdError` if no player could use it. */
  return (
    position: SnapshotPosition,
    { id, creative, booking }: SnapshotAd,
    macros: MacroBook,
  ): VastTemplate | null => {
    const { mediaType } = position.format;
    if (mediaType !== 'video' && mediaType !== 'audio') return null;
    const build = () => videoAdOf({ id, creative, booking }, { deliveryUrl, mark, macros, mediaType });
    made += 1;
    const name = made;

    function piecesIn(version: VastVersion, ad?: VideoAd): readonly string[] {
      const key = `${name} ${version}`;
      let pieces = byName.get(key);
      if (pieces === undefined) {
        pieces = writeVast(ad ?? build(), version).split(mark);
        byName.set(key, pieces);
      }
      return pieces;
    }

    const ad = build();
    piecesIn(usualVersion, ad);
    return {
      kind: ad.kind,
      // Only the token after the position identifies the impression.
      documentIn: (version, trackingPath) =>
        piecesIn(version)
          .join(trackingPath)
          .replace(servingMark, trackingPath.slice(trackingPath.indexOf('/II') + '/II'.length)),
    };
  };
}

type Where = {
  readonly deliveryUrl: string;
  readonly mark: string;
  readonly macros: MacroBook;
  readonly mediaType: 'video' | 'audio';
};

function videoAdOf(
  ad: Pick<SnapshotAd, 'id' | 'creative' | 'booking'>,
  { deliveryUrl, mark, macros, mediaType }: Where,
): VideoAd {
  const creative = unpackAd(ad);
  if (creative.video === undefined) throw new Error('A creative without video is served at a position for players');
  const addressing = { ad, deliveryUrl, mark, macros };
  const { clickBase, clickUrl } = clickAddressesOf(addressing, creative);
  return buildVideoAd(withAddresses(creative.video, deliveryUrl), {
    adId: String(ad.id),
    creativeId: String(creative.id),
    name: creative.name,
    mediaType,
    servingId: servingMark,
    addresses: {
      event: eventAddresses(addressing),
      click: clickBase,
      clickThrough: clickUrl,
      target: creative.clickUrl,
    },
  });
}

/** Returns the creative with absolute URLs of the files that Placard serves. */
function withAddresses(video: VideoCreative, deliveryUrl: string): VideoCreative {
  if (video.media === null) return video;
  const [first, ...others] = video.media.files.map((file) => ({ ...file, url: mediaAddress(file.url, deliveryUrl) }));
  return { ...video, media: { ...video.media, files: [first as VideoFile, ...others] } };
}
