/**
 * Returns the path of a request target, without the query and with one slash for each run of slashes. Clients that
 * append `/json` to a host that ends with a slash send `//json`. All checks read this form, so none can be bypassed
 * with a repeated slash. Encoded slashes are unchanged.
 */
export function normalizedPath(target: string): string {
  const path = rawPathOf(target);
  return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
}

/** Returns the path of a request target as sent. */
export function rawPathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Returns the first segment of a path. */
export function endpointOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}
