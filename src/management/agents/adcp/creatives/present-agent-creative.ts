import type { CreativeState } from '../../../../core/vocabulary/statuses.ts';
import type { ProtocolStatus } from './protocol-types.ts';

/** Status of the protocol. A suspended creative does not deliver until a person resumes it. */
export function statusOf(state: CreativeState): ProtocolStatus {
  return state === 'suspended' ? 'pending_review' : state;
}
