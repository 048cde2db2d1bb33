import { fold } from './fold.ts';

/** Longer is no identifier of a viewer. */
const maxIdentifierLength = 256;

/** A device whose owner wants no tracking sends zeros, and clients send `unknown` when they do not know. */
export function isIdentifier(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxIdentifierLength &&
    /[1-9a-z]/i.test(value) &&
    !/^(?:unknown|undefined|null|none)$/i.test(value)
  );
}

/**
 * Who a member of a segment is: the kind of identifier and the identifier, both folded as clients fold them.
 * @param kind parameter of ad requests that carries it (`ui`, `xz`, `x5`, ...), a partner of the user sync, or the source of an
 * extended identifier (`id5-sync.com`)
 * @example memberIdentifier('ui', 'User-7') // 'ui:user_7'
 */
export function memberIdentifier(kind: string, identifier: string): string {
  return `${fold(kind)}:${fold(identifier)}`;
}
