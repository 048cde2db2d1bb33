import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { CreativeId } from '../../../core/vocabulary/ids.ts';
import { nativeObject, nativePartsOf } from '../../answer/native-ad.ts';
import type { JsonAd, TrackedAd } from '../../answer/present-json.ts';

/** An ad of a stack as the TypeScript stack plugin validates it. The plugin removes the IDs, which screens read. */
export type StackEntry = ReturnType<typeof stackEntry>;

/** Source: wire-protocol 5.5. */
export function stackEntries(
  ads: readonly TrackedAd[],
  snapshot: Snapshot,
  deliveryUrl: string,
): readonly StackEntry[] {
  return ads.map((ad) => stackEntry(ad, snapshot, deliveryUrl));
}

/**
 * Returns the element of `/json` for a slot with a stack: the list as JSON text in `tag`, or null without an ad. Its
 * own URLs count nothing, because a client that calls them also calls those of the ads. Source: wire-protocol 5.5 and
 * 12(c) 33; docs/decisions/0022-stacks.md.
 */
export function presentStackAd(ads: readonly TrackedAd[], snapshot: Snapshot, deliveryUrl: string): JsonAd | null {
  const [first] = ads;
  if (first === undefined) return null;
  const { altText: _text, adomain: _domains, body: _body, trackers: _trackers, ...ofFirst } = first;
  // The client replaces ' with " before it parses the text.
  const tag = JSON.stringify(stackEntries(ads, snapshot, deliveryUrl)).replaceAll("'", '\\u0027');
  const ofStack = first.impressionCounter.replace(`/track/${first.id}/`, `/track/${first.id}-stack/`);
  return {
    ...ofFirst,
    ext: 'stack',
    tag,
    impressionCounter: ofStack,
    tracker: ofStack,
    viewableImpressionCounter: ofStack.replace('-stack/', '-stack_view/'),
    extension: { mediaType: first.extension.mediaType },
  };
}

function stackEntry(ad: TrackedAd, snapshot: Snapshot, deliveryUrl: string) {
  const creative = snapshot.creativeById.get(Number(ad.libId) as CreativeId);
  if (creative === undefined) throw new Error(`Creative ${ad.libId} was selected but is not in the snapshot`);
  const format = snapshot.formatById.get(creative.formatId);
  const parts = nativePartsOf(ad, { creative: unpackCreative(creative), format }, deliveryUrl);
  const { trackers: _trackers, ...untracked } = parts;
  const hasMarkup =
    ad.ext === 'js' || parts.media.length > 0 || (parts.fields !== null && format?.templateHtml !== undefined);
  return {
    type: 'native',
    id: ad.id,
    libId: ad.libId,
    adspaceId: ad.adspaceId,
    orderId: ad.orderId,
    // Markup calls its trackers itself.
    native: hasMarkup ? nativeObject(untracked, ad.tag) : nativeObject(parts, null),
  };
}
