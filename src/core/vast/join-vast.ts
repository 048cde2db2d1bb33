import type { VastVersion } from './vast-version.ts';
import { writeEmptyVast } from './write-vast.ts';

const adStart = '<Ad ';
const adEnd = '</Ad>';

/**
 * Returns one document with the ads of several documents as an ad pod: players play them in the order of their
 * `sequence`. Without documents, an empty document. Source: IAB VAST 3.0, 2.3.3 and 4.2, 3.3.1.
 * @param documents of `writeVast` in this version, each with one ad
 * @example joinVast(['<VAST version="3.0"><Ad id="7">...</Ad></VAST>'], '3.0') // '...<Ad sequence="1" id="7">...'
 */
export function joinVast(documents: readonly string[], version: VastVersion): string {
  const [first] = documents;
  if (first === undefined) return writeEmptyVast(version, null);
  const ads = documents.map(
    (document, index) =>
      `${adStart}sequence="${index + 1}" ${document.slice(document.indexOf(adStart) + adStart.length, endOfAd(document))}`,
  );
  return first.slice(0, first.indexOf(adStart)) + ads.join('') + first.slice(endOfAd(first));
}

/** Markup in CDATA may contain tags of ads, so the end is the last one. */
function endOfAd(document: string): number {
  return document.lastIndexOf(adEnd) + adEnd.length;
}
