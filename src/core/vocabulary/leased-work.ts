/** Exclusive jobs of a worker, by the name of their lease. Source: docs/decisions/0089-leases.md. */
export const leasedWork = [
  'publisher',
  'pacing',
  'files',
  'segments',
  'address-checks',
  'agent-notifications',
  'authorization-checks',
  'attribution',
  'planned-plays',
  'audit-head',
  'notifications',
  'open-data',
] as const;
export type LeasedWork = (typeof leasedWork)[number];
