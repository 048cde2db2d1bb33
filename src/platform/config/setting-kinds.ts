import { isIP } from 'node:net';
import { z } from 'zod';

const maxPort = 65_535;

export function port(standard: number) {
  return integer(1, maxPort).default(standard);
}

export function integer(from: number, to: number) {
  const error = `must be an integer from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export function headerName() {
  return z.string().regex(/^[\w-]{1,64}$/, 'must be a header name such as X-Forwarded-For');
}

/** Reports whether a text is an IP address, optionally with a prefix length. */
export function isSubnet(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** An absolute http(s) URL without a trailing slash and without quotes, which would break markup. */
export function address() {
  return z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://ads.example.com' })
    .regex(/^[^'"<>\s]+[^/'"<>\s]$/, 'must not end in / or contain quotes')
    .optional();
}
