/**
 * Transport of a journal through Redis: one stream per delivery process of a host. Entry IDs are `<number of the
 * segment>-<offset after its last record>`, so an entry that is appended again is rejected. Source:
 * docs/decisions/0091-events-by-stream.md.
 */
export const journalKeys = {
  /** `HostJournal` by host. */
  hosts: 'placard:{shared}:journals',
  streamOf: (node: string) => `placard:{journal:${node}}:events`,
  /** Rolled-up offset by segment. */
  rolledOf: (node: string) => `placard:{journal:${node}}:rolled`,
} as const;

/** State of the journals of a host. */
export type HostJournal = {
  /** Names of its streams. */
  readonly nodes: readonly string[];
  /** Epoch ms up to which all acknowledged events are in its streams. */
  readonly throughMs: number;
  /** The host shut down normally. Nothing follows. */
  readonly closed: boolean;
};

export function nodeName(host: string, processId: string): string {
  return `${host}.${processId}`;
}

/** Fields of an entry: segment, offset of its first record, records. */
export const entryFields = ['s', 'f', 'r'] as const;
/** Only if unreadable bytes precede the records: the offset at which they begin. */
export const damagedFromField = 'd';

export type StreamOffset = { readonly number: number; readonly offset: number };

export function streamIdOf({ number, offset }: StreamOffset): string {
  return `${number}-${offset}`;
}

export function offsetOfStreamId(id: string): StreamOffset {
  const [number = 0, offset = 0] = id.split('-').map(Number);
  return { number, offset };
}
