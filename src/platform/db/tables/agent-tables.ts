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
};
