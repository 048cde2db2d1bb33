import type { Generated } from 'kysely';
import type { Json } from '../columns.ts';

/** Tables of purchases by buyer agents. Source: docs/decisions/0248-media-buys.md. */
export type MediaBuyTables = {
  /** A purchase of a buyer agent. Its campaign has the dates, the budget and the status. */
  readonly mediaBuy: {
    id: Generated<number>;
    buyerAgentId: number;
    /** ID of the account in the protocol. */
    accountId: string;
    campaignId: number;
    idempotencyKey: string;
    taskId: string;
    /** Whether the purchase was a task that waits for ad operations. */
    needsApproval: boolean;
    /** null: not approved yet. */
    confirmedAt: Date | null;
    declinedAt: Date | null;
    canceledAt: Date | null;
    /** `buyer` or `seller`. */
    canceledBy: string | null;
    cancellationReason: string | null;
    /** Increases with each change by the buyer. */
    revision: Generated<number>;
    /** Counts of a test account that the test controller set. null: the real counts. */
    simulated: Json<SimulatedDelivery> | null;
    /** Proposal that the purchase accepts, and the brief to which it belongs. */
    proposalId: string | null;
    brief: string | null;
    /** ID and status of a test account that the test controller set. */
    alias: string | null;
    forcedStatus: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  /** A booking of a purchase. */
  readonly mediaBuyPackage: {
    bookingId: number;
    mediaBuyId: number;
    productPackageId: number;
    pricingOptionCode: string;
    budgetMicros: number;
    budgetCurrency: string;
    terms: Json<PackageTerms>;
    canceledAt: Date | null;
    cancellationReason: string | null;
    /** ID of the product that the test controller set. */
    productAlias: string | null;
  };
  /** A change of a purchase that was applied. */
  readonly mediaBuyChange: { mediaBuyId: number; idempotencyKey: string; changedAt: Generated<Date> };
  /** A brief or refinement of an agent, with the products and proposals of the response. */
  readonly agentRequest: {
    id: Generated<number>;
    buyerAgentId: number;
    /** null: a refinement of products without a brief. */
    brief: string | null;
    refinements: string[];
    productPackageIds: number[];
    proposals: Json<readonly IssuedProposal[]>;
    requestedAt: Generated<Date>;
  };
  /** An account that an agent requested and that is not set up yet. */
  readonly buyerAccountRequest: {
    id: Generated<number>;
    buyerAgentId: number;
    brandDomain: string;
    operator: string;
    requestedAt: Generated<Date>;
  };
  /** State of the test controller of a test account. */
  readonly testFixture: { buyerAgentId: number; kind: string; fixtureId: string; content: Json<unknown> };
  /** Response of a call with an idempotency key. */
  readonly agentResponse: {
    scopedKey: string;
    payloadHash: string;
    response: Json<unknown>;
    expiresAt: Date;
  };
};

/** A proposal that was issued to an agent. */
export type IssuedProposal = {
  readonly id: string;
  /** RFC 3339, the time until which its prices are firm. null: a draft. */
  readonly firmUntil: string | null;
};

/** Simulated counts of a test purchase. */
export type SimulatedDelivery = {
  readonly impressions: number;
  readonly clicks: number;
  readonly spend: number;
  readonly conversions: number;
};

/** Members of a purchased package as the buyer sent them, which have no column of a booking. */
export type PackageTerms = {
  readonly targetingOverlay?: Readonly<Record<string, unknown>>;
  readonly measurementTerms?: Readonly<Record<string, unknown>>;
  readonly pacing?: string;
  readonly bidPrice?: number;
  readonly impressions?: number;
  /** Assigned creatives that the buyer has not synced yet. */
  readonly awaitedCreatives?: readonly { readonly creativeId: string; readonly weight: number }[];
  readonly context?: Readonly<Record<string, unknown>>;
};
