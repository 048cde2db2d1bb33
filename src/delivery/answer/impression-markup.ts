import { escapeHtml } from '../../platform/http/escape-html.ts';

/** Returns markup that counts its impression, for clients that only display it. */
export function withImpressionImage(markup: string, impressionUrl: string): string {
  const image = `<img src="${escapeHtml(impressionUrl)}" width="1" height="1" alt="">`;
  return `${markup}<div style="position:absolute;left:0;top:0;visibility:hidden">${image}</div>`;
}
