import { ExplainedError } from '../../../../platform/log/explained-error.ts';

/** Tables that every version of Revive has. */
const necessary = ['campaigns', 'banners', 'zones', 'clients', 'affiliates'];

/**
 * Returns the prefix of the table names, such as `rv_`.
 * @param given prefix from the user; undefined: detect it
 */
export function findPrefix(tableNames: readonly string[], given: string | undefined): string {
  const names = new Set(tableNames.map((name) => name.toLowerCase()));
  const isPrefix = (prefix: string) => necessary.every((table) => names.has(`${prefix}${table}`.toLowerCase()));
  if (given !== undefined) {
    if (isPrefix(given)) return given;
    const missing = necessary.filter((table) => !names.has(`${given}${table}`.toLowerCase()));
    throw new ExplainedError(
      `The source has no table ${given}${missing[0] ?? ''}. Enter the prefix of the table names with --prefix, for example rv_.`,
    );
  }
  const prefixes = tableNames
    .filter((name) => name.toLowerCase().endsWith('campaigns'))
    .map((name) => name.slice(0, -'campaigns'.length))
    .filter(isPrefix);
  const [prefix, other] = new Set(prefixes);
  if (prefix === undefined) {
    throw new ExplainedError(
      'The source has no tables of Revive Adserver (campaigns, banners, zones, clients, affiliates). Select the database of Revive.',
    );
  }
  if (other !== undefined) {
    throw new ExplainedError(
      `The source has several installations of Revive, with the prefixes ${[...new Set(prefixes)].map((one) => `"${one}"`).join(', ')}. Select one with --prefix.`,
    );
  }
  return prefix;
}
