import { maxRequestPathBytes } from '../../core/vocabulary/limits.ts';

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const webAddress = /^https?:\/\/[^\p{Cc}\p{Cs}\uFFFD]+$/iu;

/**
 * The address of a page as clients send it: base64 or base64url, with or without padding, or as it is. Undefined where it
 * is none, as after a client that folds values has been over it. Source: wire-protocol 2.4 and 2.5.
 */
export function readPageUrl(value: string | undefined): string | undefined {
  if (value === undefined || value.length > maxRequestPathBytes) return undefined;
  if (webAddress.test(value)) return value;
  // A `+` that was taken for a space on its way is one again; both alphabets are read alike.
  const text = value.replaceAll(' ', '+');
  if (!base64.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return webAddress.test(decoded) ? decoded : undefined;
}
