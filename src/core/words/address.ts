/** An absolute http(s) address: without white space, quotes and angle brackets, which would break the markup of a player. */
export const addressPattern = /^https?:\/\/[^\s'"<>/?#][^\s'"<>]*$/i;

/** Whether a text is an absolute http(s) address that may stand in a VAST document; macros such as `[ERRORCODE]` may be in it. */
export function isAddress(url: string): boolean {
  return addressPattern.test(url);
}
