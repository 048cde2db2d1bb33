import type { HostLink } from '../host-link.ts';
import { sharedKeys } from '../shared-keys.ts';

/** Entries that are kept for those who were cut off or begin; each has up to a thousand views. */
const maxEntries = 20_000;
const viewsOfEntry = 1_000;
/** Views that wait for Redis; who cannot hear of more counts them itself. */
const maxWaiting = 100_000;
const pageEntries = 500;

/** In the place of a host: everybody who runs has heard of it. */
const nobody = '-';

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
        if (fields[1] !== host && fields[1] !== nobody) options.tell(viewsOf(fields));
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

/** Who is to be erased, and until when; as delivery processes tell each other of them. */
export type ErasedViewer = { readonly low: number; readonly high: number; readonly atMs: number };

/**
 * Takes what these viewers saw out of the stream. An entry cannot be changed, so what else it tells is added anew, for those who
 * begin: all others know it.
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
      // Who has removed it adds the rest, so that it is added once.
      if ((await redis.ask<number>('XDEL', sharedKeys.views, id)) === 0 || rest.length === 0) continue;
      await redis.ask('XADD', sharedKeys.views, '*', 'h', nobody, 'v', JSON.stringify(rest));
    }
    const end = entries.at(-1);
    if (end === undefined || entries.length < pageEntries) return;
    from = `(${end[0]}`;
  }
}
