/** Characters that may stand in our path as they are; anything else makes the target percent-encoded. */
const plainTarget = /^https?:\/\/[\w.~:/?@!$&()*+,;=%-]+$/;
/** Would be resolved away by a browser when it stands raw in a path. */
const dotSegment = /\/\.{1,2}(?:[/?]|$)/;

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
 * The target that was appended to a click address: raw or percent-encoded once. A proxy that merges slashes leaves
 * `https:/host`, which is mended. Null: it is no http(s) address.
 */
export function readTarget(text: string): string | null {
  const decoded = /^https?%3a/i.test(text) ? decodeWhole(text) : text;
  return decoded === null ? null : normalTarget(decoded.replace(/^(https?):\/(?!\/)/i, '$1://'));
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
