import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

export type MemberKey = { readonly low: number; readonly high: number };

/**
 * Creates the function that computes the key of a member from the kind and value of an identifier, with one of the
 * deployment's keys.
 */
export function createMemberHash(secret: string, purpose: 'segment-member' | 'erased-member') {
  const keys = createMemberKeys(deriveKey(secret, purpose));
  return (kind: string, value: string): MemberKey => {
    keys.compute(memberIdentifier(memberKind(kind), value));
    return { low: keys.low(), high: keys.high() };
  };
}
