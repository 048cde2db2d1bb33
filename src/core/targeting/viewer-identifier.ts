import { fold } from './fold.ts';

const maxIdentifierLength = 256;

/** A letter or a digit of any script, except `0`: devices that opted out of tracking send only zeros. */
const letterOrDigit = /(?!0)[\p{L}\p{N}]/u;

/** Values that clients send in place of a missing identifier. */
const missingValue = /^(?:unknown|undefined|null|none)$/i;

/** The rule that `isIdentifier` checks, as error messages state it. */
export const identifierRule =
  'must have 1 to 256 characters, with at least one letter or digit other than 0, and must not be "unknown", "undefined", "null" or "none"';

/**
 * Reports whether a value identifies a viewer. Surrounding white space is ignored. Text with an unpaired surrogate is
 * rejected, because UTF-8 encodes every such surrogate as the same character.
 */
export function isIdentifier(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const identifier = value.trim();
  return (
    identifier.length <= maxIdentifierLength &&
    letterOrDigit.test(identifier) &&
    !missingValue.test(identifier) &&
    identifier.isWellFormed()
  );
}

/**
 * Returns the text that identifies a viewer in segments, frequency caps, conversions and erasures: the folded kind and
 * the identifier. The identifier is trimmed and otherwise unchanged, because identifiers that differ in case or
 * punctuation belong to different people. Source: docs/decisions/0156-exact-identifiers.md.
 * @param kind request parameter that carries the identifier (`ui`, `xz`, `x5`, ...), a partner of the user sync, or the
 * source of an extended identifier (`id5-sync.com`); kinds compare like targeting keys
 * @example memberIdentifier('ui', ' User-7 ') // 'ui:User-7'
 */
export function memberIdentifier(kind: string, identifier: string): string {
  return `${fold(kind)}:${identifier.trim()}`;
}

/**
 * Returns the text that `memberIdentifier` returned before identifiers were compared exactly. Erasures from that time
 * are stored under it.
 * @param member as returned by `memberIdentifier`
 */
export function foldedMember(member: string): string {
  const colon = member.indexOf(':');
  return `${member.slice(0, colon)}:${fold(member.slice(colon + 1))}`;
}
