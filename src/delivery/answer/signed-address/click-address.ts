/** Times that a target may be percent-encoded: once by us, once by each of two third parties. */
const maxEncodings = 3;
/** Characters that may stand in our path as they are; anything else makes the target percent-encoded. */
const plainTarget = /^https?:\/\/[\w.~:/?@!$&()*+,;=%-]+$/;
/** Would be resolved away by a browser when it stands raw in a path. */
const dotSegment = /\/\.{1,2}(?:[/?]|$)/;

/** What a click address says; its target is as it was sent, empty without one. */
export type ClickAddress = {
  readonly positionId: number;
  readonly token: string;
  readonly adId: number;
  readonly creativeId: number;
  readonly target: string;
};

/**
 * As we make them and no other way, except for slashes that a client repeats or leaves at the end, and a query that it
 * appends. What is not whole could be a target that was cut off, and would count as a click without one.
 */
const clickAddress =
  /^\/+raylene\/+sl(0|[1-9]\d{0,15})\/+II([\w-]+)\/+ad(0|[1-9]\d{0,15})-([1-9]\d{0,15})(?:\/+(?:\?.*)?|\?.*|\/+UR(.*))?$/s;

/** Reads the path and query of a click; null: it is not whole. Source: wire-protocol 6. */
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
    // A query of our own, such as a cache buster, behind an empty target.
    target: target.startsWith('?') ? '' : target,
  };
}

/** An absolute http(s) address in its normal form, or null. */
export function normalTarget(text: string): string | null {
  if (!/^https?:/i.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' ? url.href : null;
}

/**
 * The target as it stands after `UR`: raw where that is safe, because the Android client hands it on as it is, and
 * percent-encoded otherwise. Source: wire-protocol 5.9 and 6.
 */
export function targetInPath(target: string): string {
  if (plainTarget.test(target) && !dotSegment.test(target)) return target;
  return encodeURIComponent(target).replaceAll("'", '%27');
}

/**
 * The target that was appended to a click address: raw, or percent-encoded as often as third parties on its way did it,
 * of whom the last may have added a query of their own. A proxy that merges slashes leaves `https:/host`, which is
 * mended. Null: it is no http(s) address.
 */
export function readTarget(text: string): string | null {
  let target: string | null = text;
  for (let round = 0; round < maxEncodings && target !== null && /^https?%(?:25)*3a/i.test(target); round += 1) {
    target = decodeWhole(target.split('?', 1)[0] as string);
  }
  return target === null ? null : normalTarget(target.replace(/^(https?):\/(?!\/)/i, '$1://'));
}

/** True for the domain itself and every host below it. */
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
