/** An absolute http(s) URL without white space, quotes and angle brackets, which would break the markup of a player. */
export const addressPattern = /^https?:\/\/[^\s'"<>/?#][^\s'"<>]*$/i;

/**
 * Reports whether a text is an absolute http(s) URL that a VAST document can contain. Macros such as `[ERRORCODE]` are
 * allowed.
 */
export function isAddress(url: string): boolean {
  return addressPattern.test(url);
}
