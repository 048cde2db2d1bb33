/** Most characters of the description of a product package. */
export const maxPackageDescription = 2_000;
/** Most prices of a product package. */
export const maxPricingOptions = 20;
/** Most advertiser accounts of one buyer agent. */
export const maxBuyerAccounts = 100;
/** Days for which briefs of buyer agents are stored, and most of one agent. */
export const agentRequestDays = 30;
export const maxAgentRequests = 500;
/** Most characters of a brief or refinement that are stored. */
export const maxStoredBrief = 5_000;
/** Most refused keys of a buyer agent, and characters of the ID of a key. */
export const maxRevokedKeys = 100;
export const maxKeyIdLength = 255;
/** Most packages that a buyer agent is limited to. */
export const maxPackagesOfBuyer = 1_000;
