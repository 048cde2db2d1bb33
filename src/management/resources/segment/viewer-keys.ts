import { hashSubject } from '../../../core/pacing/cap-table.ts';
import { fold } from '../../../core/targeting/fold.ts';
import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';

/**
 * Returns the texts by which a request may identify a user: those of the identifier, and for a user also that of
 * `user.id`. A partner of the user sync can have the name of an alias.
 * @param name kind of the identifier, as in connections and attributes
 */
export function viewerTextsOf(name: string, value: string): readonly string[] {
  const kind = fold(memberKind(name));
  const kinds = [kind, name, ...(kind === 'ui' ? ['user'] : [])];
  return [...new Set(kinds.map((one) => memberIdentifier(one, value)))];
}

/** Returns the keys by which frequency caps may count a user. */
export function viewerKeysOf(name: string, value: string): readonly (readonly [low: number, high: number])[] {
  return viewerTextsOf(name, value).map((text) => {
    const { low, high } = hashSubject(text);
    return [low, high] as const;
  });
}
