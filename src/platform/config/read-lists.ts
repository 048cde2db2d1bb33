/** A partner that identifies browsers. */
export type UserSyncPartner = {
  readonly name: string;
  /** URL to which a browser is redirected. `{redirect}`, `{gdpr}` and `{consent}` are replaced. */
  readonly url: string;
};

/** null: a key is invalid. */
export function readMacroValues(text: string): ReadonlyMap<string, string> | null {
  const entries = [...new URLSearchParams(text)];
  return entries.every(([key]) => /^[\w.-]{1,64}$/.test(key)) ? new Map(entries) : null;
}

const partnerPattern = /^([a-z0-9][a-z0-9-]{0,39})=(https?:\/\/[^\s'"<>]+)$/;

/** null: at least one is invalid. */
export function readPartners(text: string): readonly UserSyncPartner[] | null {
  const partners = text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => partnerPattern.exec(part));
  const read = partners.flatMap((match) => (match === null ? [] : [{ name: String(match[1]), url: String(match[2]) }]));
  const names = new Set(read.map(({ name }) => name));
  return read.length === partners.length && names.size === read.length ? read : null;
}
