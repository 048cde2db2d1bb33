import { asciiJson } from './text/ascii-json.ts';

/**
 * Adds the size `0` to every ad without a size, which is markup whose creative and format have none. The app for Android
 * discards all ads of an answer if one has no size, and the old Prebid Server discards its bid. Pages get no size: they would
 * display a frame of 0 x 0. Source: wire-protocol 3 (`width`, `height`), 5.3 and 5.9.
 */
export function withSizes(ads: string): string {
  // A quote inside a text is escaped, so these matches are always the fields themselves.
  const count = (field: string) => ads.split(`"${field}":`).length;
  if (count('width') === count('slotName') && count('height') === count('slotName')) return ads;
  const list = JSON.parse(ads) as readonly object[];
  return asciiJson(list.map((ad) => ({ ...noSize, ...ad })));
}

const noSize = { width: '0', height: '0' };
