/** Calls of buyer agents. */
export type AgentCallTables = { agentCall: AgentCallTable };

/** Finished A2A tasks. */
type AgentCallTable = {
  buyerAgentId: number;
  id: string;
  /** JSON text, which may contain NUL characters that jsonb cannot store. */
  task: string;
  createdAt: Date;
};
