import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { isCreativeHost } from '../../listener/creative-host.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { sendContent } from '../files/send-content.ts';

export type SafeFrameServices = {
  /** null if SafeFrame is not served. */
  readonly creativeOrigin: string | null;
};

/** The outer frame keeps the creative origin, because pages address their messages to it. The ad's frame does not. */
const policy =
  'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox ' +
  "allow-top-navigation-by-user-activation; object-src 'none'";

const files = new Map(
  ['/sf/r.html', '/sf/js/lib/base.js', '/sf/js/ext/ext.js'].map((path) => {
    const name = basename(path);
    const bytes = readFileSync(new URL(`./page/${name}`, import.meta.url));
    return [path, { name, bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` }] as const;
  }),
);

/**
 * Serves `/sf/r.html` and its scripts, the host files of SafeFrame 1.1, on the host name of the creative origin only,
 * which has no cookies. Source: docs/decisions/0150-safeframe.md.
 */
export async function answerSafeFrame(
  exchange: HttpExchange,
  path: string,
  { creativeOrigin }: SafeFrameServices,
): Promise<void> {
  const file = files.get(path);
  if (file === undefined) return sendNotFound(exchange);
  if (creativeOrigin === null || !isCreativeHost(exchange, creativeOrigin)) {
    return sendDeliveryProblem(exchange, { status: 404, title: 'Not found', detail: whereServed(creativeOrigin) });
  }
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD');
  const { name, bytes, etag } = file;
  await sendContent(exchange, {
    name,
    bytes: bytes.length,
    etag,
    // Short, so that the page and its scripts match soon after an upgrade.
    cacheControl: 'public, max-age=300',
    headers: name === 'r.html' ? ['content-security-policy', policy] : [],
    read: async (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end)]),
  });
}

function whereServed(creativeOrigin: string | null): string {
  if (creativeOrigin === null) return 'SafeFrame files require the setting PLACARD_CREATIVE_ORIGIN.';
  return `SafeFrame files are served from the creative origin: set poolHost to ${creativeOrigin}.`;
}
