import { escapeHtml } from '../../platform/http/escape-html.ts';

/** Markup that counts its impression by itself, for those who only show what they get. */
export function withImpressionImage(markup: string, impressionUrl: string): string {
  const image = `<img src="${escapeHtml(impressionUrl)}" width="1" height="1" alt="">`;
  return `${markup}<div style="position:absolute;left:0;top:0;visibility:hidden">${image}</div>`;
}
