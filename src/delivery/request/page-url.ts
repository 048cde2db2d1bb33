import { maxRequestPathBytes } from '../../core/vocabulary/limits/delivery-limits.ts';

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const webAddress = /^https?:\/\/[^\p{Cc}\p{Cs}\uFFFD]+$/iu;

/**
 * Returns the URL of a page as sent by clients: base64 or base64url, with or without padding, or unencoded. Returns
 * undefined if it is invalid, for example after folding by a client. Source: wire-protocol 2.4 and 2.5.
 */
export function readPageUrl(value: string | undefined): string | undefined {
  if (value === undefined || value.length > maxRequestPathBytes) return undefined;
  if (webAddress.test(value)) return value;
  // A `+` that was decoded as a space is restored. Both alphabets are accepted.
  const text = value.replaceAll(' ', '+');
  if (!base64.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return webAddress.test(decoded) ? decoded : undefined;
}
