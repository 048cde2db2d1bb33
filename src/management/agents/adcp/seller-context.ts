import type { Caller } from '../../access/caller.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import type { Buyer } from './accounts/read-buyer.ts';

/** The buyer agent of a call and the services that answer it. */
export type SellerContext = {
  readonly services: ManagementServices;
  /** Service account of the buyer agent. It is recorded in the audit log. */
  readonly caller: Caller;
  /** Recorded in every audit entry of the call. */
  readonly requestId: string;
  readonly buyer: Buyer;
  /** Address of this agent: the `agent_url` of its formats. */
  readonly agentUrl: string;
};
