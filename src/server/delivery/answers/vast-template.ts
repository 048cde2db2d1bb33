import { randomBytes } from 'node:crypto';
import { buildVideoAd, type VideoServing } from '../../../core/vast/build-video-ad.ts';
import type { VastVersion } from '../../../core/vast/vast-version.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';
import { writeVast } from '../../../core/vast/write-vast.ts';

/** The VAST documents of one ad, with everything in place but where it shows and the token. */
export type VastTemplate = {
  readonly kind: 'inline' | 'wrapper';
  /** @param place stands in every address: `sl<position id>/II<token>` */
  documentIn(version: VastVersion, place: string): string;
};

/** Stands for the id of one showing while a document is made; random, so that no creative can contain it. */
const servingMark = `serving-${randomBytes(12).toString('hex')}`;

/**
 * Documents are built and checked once for each version that somebody asks for, and then joined of pieces. Throws
 * `VideoAdError` when no player could use the ad.
 * @param serving its addresses have `mark` where the place is to stand
 */
export function createVastTemplate(
  creative: VideoCreative,
  serving: Omit<VideoServing, 'servingId'>,
  mark: string,
): VastTemplate {
  const ad = buildVideoAd(creative, { ...serving, servingId: servingMark });
  const byVersion = new Map<VastVersion, readonly string[]>();

  function piecesIn(version: VastVersion): readonly string[] {
    let pieces = byVersion.get(version);
    if (pieces === undefined) {
      pieces = writeVast(ad, version).split(mark);
      byVersion.set(version, pieces);
    }
    return pieces;
  }

  piecesIn(usualVersion);
  return {
    kind: ad.kind,
    // The part of the place behind its position names the showing, and nothing else does.
    documentIn: (version, place) =>
      piecesIn(version)
        .join(place)
        .replace(servingMark, place.slice(place.indexOf('/II') + '/II'.length)),
  };
}

/** For those who do not say what they read: what players of all ages understand. Source: wire-protocol 7. */
export const usualVersion: VastVersion = '3.0';
