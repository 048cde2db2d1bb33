import { setTimeout as delay } from 'node:timers/promises';
import { type HostLink, listenMs } from './host-link.ts';
import type { StreamEntry, ViewRelay } from './pacing/relay-views.ts';
import { sharedKeys } from './shared-keys.ts';

const maxEntries = 500;

/** Waits up to one second for messages of other hosts. Rejects if Redis is unavailable. */
export function createUpdateListener(
  { listener }: Pick<HostLink, 'listener'>,
  options: {
    readonly relay: ViewRelay;
    /** A new snapshot is available. */
    notice(): void;
  },
): () => Promise<void> {
  const { relay } = options;
  let hasBegun = false;
  let lastNotice = '0-0';

  async function listen(): Promise<void> {
    if (!hasBegun) await relay.begin();
    hasBegun = true;
    const streams = ['STREAMS', sharedKeys.views, sharedKeys.notices, relay.lastId(), lastNotice];
    const command = ['XREAD', 'COUNT', String(maxEntries), 'BLOCK', String(listenMs), ...streams];
    const news = await listener.ask<readonly (readonly [string, readonly StreamEntry[]])[] | null>(...command);
    for (const [stream, entries] of news ?? []) {
      if (stream === sharedKeys.views) {
        relay.hear(entries);
      } else {
        lastNotice = entries.at(-1)?.[0] ?? lastNotice;
        options.notice();
      }
    }
  }

  return async () => {
    try {
      await listen();
    } catch (error) {
      // A successful read blocks, but a rejected one does not.
      await delay(listenMs / 4);
      throw error;
    }
  };
}
