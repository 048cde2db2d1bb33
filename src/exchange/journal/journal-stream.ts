/**
 * How a journal travels by Redis: a stream for each delivery process of a host, whose entries have the id
 * `<number of the segment>-<offset behind its last record>`, so that an entry that is appended again is refused. Source:
 * docs/decisions/0091-events-by-stream.md.
 */
export const journalKeys = {
  /** By host, what `HostJournal` says. */
  hosts: 'placard:{shared}:journals',
  streamOf: (node: string) => `placard:{journal:${node}}:events`,
  /** By segment, up to where it is rolled up. */
  rolledOf: (node: string) => `placard:{journal:${node}}:rolled`,
} as const;

/** What a host says of its journals. */
export type HostJournal = {
  /** Names of its streams. */
  readonly nodes: readonly string[];
  /** Epoch ms up to which everything that it acknowledged is in its streams. */
  readonly throughMs: number;
  /** It has ended in order: nothing follows. */
  readonly closed: boolean;
};

export function nodeName(host: string, processId: string): string {
  return `${host}.${processId}`;
}

/** Names of the fields of an entry: segment, offset of its first record, and the records. */
export const entryFields = ['s', 'f', 'r'] as const;
/** Only where unreadable bytes precede the records: the offset at which they begin. */
export const damagedFromField = 'd';

export type StreamPlace = { readonly number: number; readonly offset: number };

export function idOfPlace({ number, offset }: StreamPlace): string {
  return `${number}-${offset}`;
}

export function placeOfId(id: string): StreamPlace {
  const [number = 0, offset = 0] = id.split('-').map(Number);
  return { number, offset };
}
