/** How often a target may be percent-encoded: once by Placard, once by each of two third parties. */
const maxEncodings = 3;
/** Characters that are allowed unencoded in the path. With any other character, the target is percent-encoded. */
const plainTarget = /^https?:\/\/[\w.~:/?@!$&()*+,;=%-]+$/;
/** Dot segments, which a browser would resolve if they were unencoded in a path. */
const dotSegment = /\/\.{1,2}(?:[/?]|$)/;

/** Contents of a click URL. The target is as received, empty if there is none. */
export type ClickAddress = {
  readonly positionId: number;
  readonly token: string;
  readonly adId: number;
  readonly creativeId: number;
  readonly target: string;
};

/**
 * Matches click URLs exactly as Placard generates them, except for repeated or trailing slashes and an appended query.
 * An incomplete URL could have a truncated target and would count as a click without one.
 */
const clickAddress =
  /^\/+raylene\/+sl(0|[1-9]\d{0,15})\/+II([\w-]+)\/+ad(0|[1-9]\d{0,15})-([1-9]\d{0,15})(?:\/+(?:\?.*)?|\?.*|\/+UR(.*))?$/s;

/** Reads the path and query of a click. Returns null if it is incomplete. Source: wire-protocol 6. */
export function readClickAddress(pathAndQuery: string): ClickAddress | null {
  const match = clickAddress.exec(pathAndQuery);
  if (match === null) return null;
  const [, positionId, token = '', adId, creativeId, behind = ''] = match;
  const target = behind.replace(/^\//, '');
  return {
    positionId: Number(positionId),
    token,
    adId: Number(adId),
    creativeId: Number(creativeId),
    // A query without a target, such as a cache buster.
    target: target.startsWith('?') ? '' : target,
  };
}

/** Returns an absolute http(s) URL in its normal form, or null. */
export function normalTarget(text: string): string | null {
  if (!/^https?:/i.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' ? url.href : null;
}

/**
 * Returns the target as it appears after `UR`: unencoded if that is safe, because the Android client passes it on
 * unchanged, and percent-encoded otherwise. Source: wire-protocol 5.9 and 6.
 */
export function targetInPath(target: string): string {
  if (plainTarget.test(target) && !dotSegment.test(target)) return target;
  return encodeURIComponent(target).replaceAll("'", '%27');
}

/**
 * Returns the target that was appended to a click URL: unencoded, or percent-encoded repeatedly by third parties, of
 * which the last may have appended a query. Repairs `https:/host`, which a proxy that merges slashes produces. Returns
 * null if it is not an http(s) URL.
 */
export function readTarget(text: string): string | null {
  let target: string | null = text;
  for (let round = 0; round < maxEncodings && target !== null && /^https?%(?:25)*3a/i.test(target); round += 1) {
    target = decodeWhole(target.split('?', 1)[0] as string);
  }
  return target === null ? null : normalTarget(target.replace(/^(https?):\/(?!\/)/i, '$1://'));
}

/** Returns true for the domain itself and all its subdomains. */
export function isHostOn(host: string, domain: string): boolean {
  const wanted = domain.toLowerCase().replace(/^\.+|\.+$/g, '');
  return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
}

function decodeWhole(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
