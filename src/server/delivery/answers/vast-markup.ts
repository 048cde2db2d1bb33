import { escapeHtml } from './markup.ts';

/** True for markup that is a VAST document. */
export function isVast(markup: string): boolean {
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,1000}?-->\s*)?<VAST[\s>]/s.test(markup);
}

/** A VAST document that counts its impression; its own ones stay. */
export function vastWithImpression(vast: string, impressionUrl: string): string {
  return vast.replaceAll(
    /<\/(?:InLine|Wrapper)\s*>/g,
    (end) => `<Impression>${escapeHtml(impressionUrl)}</Impression>${end}`,
  );
}
