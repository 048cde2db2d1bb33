import type { AdRequest } from '../../core/decision/ad-request.ts';
import { withImpressionImage } from './impression-markup.ts';
import { asciiJson } from './text/ascii-json.ts';

type WrittenAd = {
  readonly tag: string;
  readonly body?: string;
  readonly impressionCounter?: string;
  readonly tracker?: string;
  readonly extension: { readonly mediaType: string };
};

/** True for `ic=markup`: the client renders the markup somewhere that may fail, such as a SafeFrame. */
export function isCountedInMarkup({ parameters }: Pick<AdRequest, 'parameters'>): boolean {
  return parameters.get('ic')?.includes('markup') ?? false;
}

/**
 * An answer whose banners count their impression by an image in their own markup. Clients that hand the markup to a frame
 * call `impressionCounter` before the frame has loaded, so these ads have none. Source: docs/decisions/0150-safeframe.md.
 */
export function withImpressionInMarkup(ads: string): string {
  return asciiJson((JSON.parse(ads) as readonly WrittenAd[]).map(countedInMarkup));
}

function countedInMarkup(ad: WrittenAd): WrittenAd {
  const { impressionCounter, tracker: _tracker, tag, body, ...others } = ad;
  if (impressionCounter === undefined || ad.extension.mediaType !== 'banner' || !isMarkup(tag)) return ad;
  return {
    ...others,
    tag: withImpressionImage(tag, impressionCounter),
    ...(body !== undefined && body !== '' && { body: withImpressionImage(body, impressionCounter) }),
  };
}

/** False for data that the page draws itself, to which no markup can be added. */
function isMarkup(tag: string): boolean {
  return tag.trim() !== '' && !/^\s*[[{]/.test(tag);
}
