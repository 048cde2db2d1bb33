/** A script or a wrapped array: never kept, and never taken for a page. */
export const scriptHeaders = [
  'content-type',
  'text/javascript; charset=utf-8',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
] as const;

/** JSON in which every character beyond ASCII is escaped, so that its length in bytes is its length. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u007f-\uffff]/.test(json) ? escapeBeyondAscii(json) : json;
}

function escapeBeyondAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
