import type { Generated } from 'kysely';

/** Tables of what buyer agents synchronize. */
export type AgentTables = {
  /** IDs under which buyer agents know their creatives. */
  readonly agentCreative: {
    buyerAgentId: number;
    /** Account of the buyer agent, as in the protocol. */
    accountId: string;
    /** ID of the buyer. */
    key: string;
    creativeId: number;
    /** Hash of what the buyer sent last. */
    contentHash: string;
    tags: string[];
  };
  /** Audiences of buyer agents, whose members are in a segment. */
  readonly agentAudience: {
    id: Generated<number>;
    buyerAgentId: number;
    accountId: string;
    /** ID of the buyer. */
    key: string;
    name: string;
    audienceType: string | null;
    /** Lawful basis as stated by the buyer. */
    consentBasis: string | null;
    tags: string[];
    /** Members received in all calls. */
    uploaded: number;
    syncedAt: Date;
  };
  /** Product catalogs of buyer agents. */
  readonly agentCatalog: {
    id: Generated<number>;
    buyerAgentId: number;
    accountId: string;
    /** ID of the buyer. */
    key: string;
    name: string;
    syncedAt: Date;
  };
  readonly agentCatalogItem: { catalogId: number; itemId: string; productId: number };
  /** Sources of conversions of buyer agents, with a conversion action for each type of event. */
  readonly agentEventSource: {
    id: Generated<number>;
    buyerAgentId: number;
    accountId: string;
    /** ID of the buyer. */
    key: string;
    name: string;
    eventTypes: string[];
    allowedDomains: string[];
  };
  readonly agentEventAction: { sourceId: number; eventType: string; conversionActionId: number };
  /** Members under the key of the segment files. The identifiers are not stored. */
  readonly agentAudienceMember: { audienceId: number; low: number; high: number };
};
