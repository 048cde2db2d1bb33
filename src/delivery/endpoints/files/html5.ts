import { archiveFileName, readArchiveAddress } from '../../../platform/files/archive-name.ts';
import { readFilePath } from '../../../platform/files/file-path.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { sandbox } from '../../answer/html5-frame.ts';
import { isCreativeHost } from '../../listener/creative-host.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { sendContent } from './send-content.ts';
import { answerFromStore } from './store-away.ts';

export type Html5Services = {
  readonly fileStore: FileStore;
  readonly deliveryUrl: string;
  /** null if HTML5 creatives are not served. */
  readonly creativeOrigin: string | null;
};

const html5Path = /^\/(html5\/[0-9a-f]{64})\/(.+)$/;

/**
 * Handles `/html5/<sha256>/<path>`, on the host name of the creative origin only: the files of HTML5 creatives. They
 * are untrusted pages and scripts. The host name has no cookies, and in addition each creative has a separate origin
 * (`sandbox`), loads only its own files, and receives only click URLs of Placard. Source: product decisions 9;
 * docs/decisions/0064-html5-origin.md.
 */
export async function answerHtml5(exchange: HttpExchange, path: string, services: Html5Services): Promise<void> {
  const { creativeOrigin, fileStore, deliveryUrl } = services;
  const [, folder = '', rest = ''] = html5Path.exec(path) ?? [];
  const name = archiveFileName(readArchiveAddress(rest) ?? '');
  if (creativeOrigin === null || !isCreativeHost(exchange, creativeOrigin)) {
    return sendNotFound(exchange);
  }
  if (name === null || readFilePath(`${folder}/${name}`) === null) return sendNotFound(exchange);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  if (!hasOwnClickTag(exchange.target, deliveryUrl)) {
    return sendDeliveryProblem(exchange, { status: 400, title: 'clickTag is not a click URL of this ad server' });
  }
  await answerFromStore(exchange, async () => {
    const facts = await fileStore.stat(`${folder}/${name}`);
    if (facts === null) return sendNotFound(exchange);
    await sendContent(exchange, {
      name,
      bytes: facts.bytes,
      cacheControl: 'public, max-age=31536000, immutable',
      etag: `"${folder.slice(-64)}-${name}"`,
      headers: ['content-security-policy', policyOf(`${creativeOrigin}/${folder}/`), 'referrer-policy', 'no-referrer'],
      read: (range) => fileStore.read(`${folder}/${name}`, range),
    });
  });
}

/** Prevents a forged URL with another target from using a Placard page as a redirect. */
function hasOwnClickTag(target: string, deliveryUrl: string): boolean {
  const query = target.indexOf('?');
  const given = query === -1 ? [] : new URLSearchParams(target.slice(query)).getAll('clickTag');
  return given.every((address) => address.startsWith(`${deliveryUrl}/raylene/`));
}

/** Allows only the creative's own files and generated data: nothing is loaded from or sent to other hosts. */
function policyOf(folder: string): string {
  return [
    `sandbox ${sandbox}`,
    "default-src 'none'",
    `script-src ${folder} 'unsafe-inline'`,
    `style-src ${folder} 'unsafe-inline'`,
    `img-src ${folder} data: blob:`,
    `media-src ${folder} data: blob:`,
    `font-src ${folder} data:`,
    `connect-src ${folder}`,
    `frame-src ${folder}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
