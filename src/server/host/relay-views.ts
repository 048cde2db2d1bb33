import type { HostLink } from './host-link.ts';
import { sharedKeys } from './shared-keys.ts';

/** Entries that are kept for those who were cut off or begin; each has up to a thousand views. */
const maxEntries = 20_000;
const viewsOfEntry = 1_000;
/** Views that wait for Redis; who cannot hear of more counts them itself. */
const maxWaiting = 100_000;
const pageEntries = 500;

/** As delivery processes tell each other; nothing here looks into them. */
export type Views = readonly unknown[];

export type ViewRelay = {
  /** Begins where the stream ends now. */
  begin(): Promise<void>;
  /** A process of this host has shown these. */
  note(views: Views): void;
  /** Tells the other hosts what they have not been told. */
  send(): Promise<void>;
  /** Where reading goes on. */
  readonly lastId: () => string;
  /** Views that other hosts told, by entry. */
  hear(entries: readonly StreamEntry[]): void;
  /** All that are kept, for a process that begins; its own host's too, which it has forgotten. */
  history(tell: (views: Views) => void): Promise<void>;
};

export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** Which viewers saw bookings with caps, told from host to host, in batches and off every request. */
export function createViewRelay(
  { host, redis }: Pick<HostLink, 'host' | 'redis'>,
  options: {
    /** Tells the processes of this host. */
    tell(views: Views): void;
  },
): ViewRelay {
  let waiting: unknown[] = [];
  let lastId = '0-0';
  return {
    async begin() {
      const [last] = await redis.ask<readonly StreamEntry[]>('XREVRANGE', sharedKeys.views, '+', '-', 'COUNT', '1');
      if (last !== undefined) lastId = last[0];
    },
    note(views) {
      if (waiting.length + views.length <= maxWaiting) waiting.push(...views);
    },
    async send() {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, viewsOfEntry);
        const fields = ['h', host, 'v', JSON.stringify(batch)];
        await redis.ask('XADD', sharedKeys.views, 'MAXLEN', '~', String(maxEntries), '*', ...fields);
        waiting = waiting.slice(batch.length);
      }
    },
    lastId: () => lastId,
    hear(entries) {
      for (const [id, fields] of entries) {
        lastId = id;
        if (fields[1] !== host) options.tell(viewsOf(fields));
      }
    },
    async history(tell) {
      const end = lastId;
      for (let from = '-'; ; ) {
        const command = ['XRANGE', sharedKeys.views, from, end, 'COUNT', String(pageEntries)] as const;
        const entries = await redis.ask<readonly StreamEntry[]>(...command);
        for (const [, fields] of entries) tell(viewsOf(fields));
        const last = entries.at(-1);
        if (last === undefined || entries.length < pageEntries) return;
        from = `(${last[0]}`;
      }
    },
  };
}

function viewsOf(fields: readonly string[]): Views {
  return JSON.parse(String(fields[3])) as Views;
}
