/** Returns the host of the first URL that has one, or undefined. */
export function pageHost(...addresses: readonly (string | undefined)[]): string | undefined {
  for (const address of addresses) {
    if (address === undefined || !/^https?:\/\//i.test(address)) continue;
    const url = URL.parse(address);
    if (url !== null) return url.hostname.toLowerCase();
  }
  return undefined;
}
