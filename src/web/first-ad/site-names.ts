/** Names derived from what the user entered as their site. */
export type SiteNames = {
  /** Name of the publication. */
  readonly name: string;
  /** Host names of the publication. Empty if the user entered a name. */
  readonly domains: readonly string[];
  /** Code of the location, the first part of its slot names. */
  readonly locationCode: string;
};

const hostPattern = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9](?:[a-z0-9-]*\.)+[a-z]{2,})(?::\d+)?(?:[/?#].*)?$/i;
const maxCodeLength = 60;

/** Names of a site that is given by its domain, its address or its name. */
export function siteNamesOf(site: string): SiteNames {
  const text = site.trim();
  const host = hostPattern.exec(text)?.[1]?.toLowerCase();
  const name = host ?? text;
  return { name, domains: host === undefined ? [] : [host], locationCode: `_${codeOf(name)}_all_` };
}

/** Letters and digits of a name. Other characters become `_`. */
function codeOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const code = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
  return code.slice(0, maxCodeLength) || 'site';
}
