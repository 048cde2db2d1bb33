/** The search parameters of an address, without the JSON encoding of the router, so that people can read and edit them. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The query string of search parameters. Empty values are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text.replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}
