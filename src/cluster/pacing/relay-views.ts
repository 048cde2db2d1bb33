import type { HostLink } from '../host-link.ts';
import { sharedKeys } from '../shared-keys.ts';

/** Maximum number of stream entries, for disconnected and new processes. Each contains up to 1,000 views. */
const maxEntries = 20_000;
const viewsOfEntry = 1_000;
/** Maximum number of views that wait for Redis. Beyond that other hosts do not learn of them. */
const maxWaiting = 100_000;
const pageEntries = 500;

/** Host name of an entry that all running processes have already received. */
const noHost = '-';

/** In the format of delivery processes. Not interpreted here. */
export type Views = readonly unknown[];

export type ViewRelay = {
  /** Starts at the current end of the stream. */
  begin(): Promise<void>;
  /** Adds views of a process of this host. */
  note(views: Views): void;
  /** Sends pending views to the other hosts. */
  send(): Promise<void>;
  /** ID after which reading continues. */
  readonly lastId: () => string;
  /** Processes entries with views of other hosts. */
  hear(entries: readonly StreamEntry[]): void;
  /** Sends all stored views to a new process, including those of its own host, which it does not have. */
  history(tell: (views: Views) => void): Promise<void>;
};

export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** Creates a relay of views of capped bookings between hosts. Sends batches, outside of requests. */
export function createViewRelay(
  { host, redis }: Pick<HostLink, 'host' | 'redis'>,
  options: {
    /** Sends views to the processes of this host. */
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
        if (fields[1] !== host && fields[1] !== noHost) options.tell(viewsOf(fields));
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

/** A viewer to erase, and the time up to which; in the format of delivery processes. */
export type ErasedViewer = { readonly low: number; readonly high: number; readonly atMs: number };

/**
 * Removes the views of these viewers from the stream. An entry is immutable, so its remaining views are added as a new
 * entry for new processes. All others already have them.
 */
export async function eraseViews({ redis }: Pick<HostLink, 'redis'>, viewers: readonly ErasedViewer[]): Promise<void> {
  const untilMs = new Map(viewers.map(({ low, high, atMs }) => [`${low} ${high}`, atMs]));
  const isErased = (view: unknown) => {
    const [, , low, high, atMs] = view as readonly number[];
    return Number(atMs) <= (untilMs.get(`${low} ${high}`) ?? -1);
  };
  const [last] = await redis.ask<readonly StreamEntry[]>('XREVRANGE', sharedKeys.views, '+', '-', 'COUNT', '1');
  if (last === undefined || viewers.length === 0) return;
  for (let from = '-'; ; ) {
    const command = ['XRANGE', sharedKeys.views, from, last[0], 'COUNT', String(pageEntries)] as const;
    const entries = await redis.ask<readonly StreamEntry[]>(...command);
    for (const [id, fields] of entries) {
      const views = viewsOf(fields);
      const rest = views.filter((view) => !isErased(view));
      if (rest.length === views.length) continue;
      // Only the process that removed the entry adds the rest, so it is added once.
      if ((await redis.ask<number>('XDEL', sharedKeys.views, id)) === 0 || rest.length === 0) continue;
      await redis.ask('XADD', sharedKeys.views, '*', 'h', noHost, 'v', JSON.stringify(rest));
    }
    const end = entries.at(-1);
    if (end === undefined || entries.length < pageEntries) return;
    from = `(${end[0]}`;
  }
}
