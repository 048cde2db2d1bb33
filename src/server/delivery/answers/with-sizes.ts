import { asciiJson } from '../text/ascii-json.ts';

/**
 * An answer in which every ad has a size, `0` where it has none of its own. The app for Android loses all ads of an answer
 * by one without a size, and the old Prebid Server its bid; pages are better off without, since they would show nothing
 * of an ad that is 0 wide. Source: wire-protocol 3 (`width`, `height`), 5.3 and 5.9.
 */
export function withSizes(ads: string): string {
  // A quote inside a text is escaped, so these stand for the fields themselves.
  const count = (field: string) => ads.split(`"${field}":`).length;
  if (count('width') === count('slotName') && count('height') === count('slotName')) return ads;
  const list = JSON.parse(ads) as readonly object[];
  return asciiJson(list.map((ad) => ({ ...noSize, ...ad })));
}

const noSize = { width: '0', height: '0' };
