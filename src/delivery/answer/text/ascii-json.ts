/** Headers of a script or a wrapped array: not cached, and never interpreted as a page. */
export const scriptHeaders = [
  'content-type',
  'text/javascript; charset=utf-8',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
] as const;

/** Returns JSON with all non-ASCII characters escaped, so that its length in bytes equals its length. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u007f-\uffff]/.test(json) ? escapeBeyondAscii(json) : json;
}

function escapeBeyondAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
