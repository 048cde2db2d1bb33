import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { withoutMacros } from '../macros/macro.ts';
import { normalTarget, targetInPath } from '../signed-address/click-address.ts';
import type { JsonAd } from './present-json.ts';

/** The parts of an ad, for those who draw it themselves. */
export type NativeParts = {
  readonly title: string;
  readonly description: string | null;
  readonly image: { readonly url: string; readonly w: number; readonly h: number } | null;
  /** With the creative's target, or ending in `/UR` where it has none. */
  readonly clickUrl: string;
  readonly impressionUrl: string;
  readonly viewableUrl: string;
};

/** What of an ad stands in its parts. */
type AdOfParts = Pick<JsonAd, 'url' | 'impressionCounter' | 'viewableImpressionCounter'> &
  Partial<Pick<JsonAd, 'width' | 'height'>>;

export function nativePartsOf(ad: AdOfParts, creative: CreativeRow, deliveryUrl: string): NativeParts {
  const target = creative.clickUrl === null ? null : normalTarget(withoutMacros(creative.clickUrl));
  return {
    title: creative.altText ?? creative.name,
    description: creative.altText,
    image:
      creative.file === null || creative.kind !== 'image'
        ? null
        : { url: `${deliveryUrl}/${creative.file.path}`, w: Number(ad.width ?? 0), h: Number(ad.height ?? 0) },
    clickUrl: target === null ? ad.url : ad.url + targetInPath(target),
    impressionUrl: ad.impressionCounter,
    viewableUrl: ad.viewableImpressionCounter,
  };
}
