import { hashSubject } from '../../../core/pacing/cap-table.ts';
import { fold } from '../../../core/targeting/fold.ts';
import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';

/**
 * Returns the keys by which frequency caps may count a user: that of the identifier, and for a user also that of
 * `user.id`.
 * @param name kind of the identifier, as in connections and attributes
 */
export function viewerKeysOf(name: string, value: string): readonly (readonly [low: number, high: number])[] {
  const kind = fold(memberKind(name));
  const texts = [memberIdentifier(kind, value), ...(kind === 'ui' ? [memberIdentifier('user', value)] : [])];
  return texts.map((text) => {
    const { low, high } = hashSubject(text);
    return [low, high] as const;
  });
}
