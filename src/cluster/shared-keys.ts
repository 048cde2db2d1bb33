/** Names of shared keys in Redis. The braces assign keys of one kind to one slot of a cluster. */
export const sharedKeys = {
  pointer: 'placard:{shared}:snapshot',
  fileOf: (name: string) => `placard:{shared}:file:${name}`,
  notices: 'placard:{shared}:notices',
  views: 'placard:{shared}:views',
  hosts: 'placard:{shared}:hosts',
  endOf: (host: string) => `placard:{shared}:end:${host}`,
  stateOf: (host: string) => `placard:{shared}:host:${host}`,
  plan: 'placard:{shared}:plan',
  planMark: 'placard:{shared}:plan-mark',
  counts: 'placard:{shared}:counts',
} as const;
