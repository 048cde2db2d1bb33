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

/** Returns true for `ic=markup`: the client renders the markup in an environment that may fail, such as a SafeFrame. */
export function isCountedInMarkup({ parameters }: Pick<AdRequest, 'parameters'>): boolean {
  return parameters.get('ic')?.includes('markup') ?? false;
}

/**
 * Returns the answer with an image in the markup of each banner that counts the impression. Clients that pass the
 * markup to a frame call `impressionCounter` before the frame has loaded, so these ads omit it. Source:
 * docs/decisions/0150-safeframe.md.
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

/** Returns false for data that the page renders itself. No markup can be added to it. */
function isMarkup(tag: string): boolean {
  return tag.trim() !== '' && !/^\s*[[{]/.test(tag);
}
