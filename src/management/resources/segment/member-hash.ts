import { memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

export type MemberKey = { readonly low: number; readonly high: number };

/** The key of a member by the kind and the value of an identifier, under one of the keys of the deployment. */
export function createMemberHash(secret: string, purpose: 'segment-member' | 'erased-member') {
  const keys = createMemberKeys(deriveKey(secret, purpose));
  return (kind: string, value: string): MemberKey => {
    keys.compute(memberIdentifier(memberKind(kind), value));
    return { low: keys.low(), high: keys.high() };
  };
}
