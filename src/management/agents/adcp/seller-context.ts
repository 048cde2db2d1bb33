import type { Caller } from '../../access/caller.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import type { BookingResource } from '../../resources/booking/booking.ts';
import type { CampaignResource } from '../../resources/campaign/campaign.ts';
import type { Buyer } from './accounts/read-buyer.ts';
import type { CreativeMeans } from './creatives/creative-means.ts';

/** The buyer agent of a call and the services that answer it. */
export type SellerContext = {
  readonly services: ManagementServices;
  /** Service account of the buyer agent. It is recorded in the audit log. */
  readonly caller: Caller;
  /** Recorded in every audit entry of the call. */
  readonly requestId: string;
  readonly buyer: Buyer;
  /** Account that the library resolved for a call that names none. */
  readonly named: { accountId?: string };
  /** Resources with which purchases are saved. */
  readonly resources: { readonly campaign: CampaignResource; readonly booking: BookingResource };
  /** Time of the call in epoch ms. */
  readonly nowMs: number;
  /** Address of this agent: the `agent_url` of its formats. */
  readonly agentUrl: string;
  readonly creativeMeans: CreativeMeans;
  /** Arguments of the tool call as sent. The library passes only the objects of the `sync_*` tools to the platform. */
  readonly toolArguments: Readonly<Record<string, unknown>>;
};

/** A call before its tool is known. */
export type AgentCall = Omit<SellerContext, 'toolArguments'>;
