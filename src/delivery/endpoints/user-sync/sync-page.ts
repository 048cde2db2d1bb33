import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { pageHeaders } from '../../answer/page-headers.ts';
import type { Answer } from '../../listener/exchange.ts';

const headers = pageHeaders("default-src 'none'; img-src https: http:; base-uri 'none'; form-action 'none'");

/** A page that asks each of these addresses for a picture, and runs nothing. */
export function syncPage(addresses: readonly string[]): Answer {
  const images = addresses.map((address) => `<img src="${escapeHtml(address)}" width="1" height="1" alt="">`);
  return {
    status: 200,
    headers,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>User sync</title></head><body>${images.join('')}</body></html>`,
  };
}
