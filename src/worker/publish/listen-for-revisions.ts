import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { revisionChannel } from '../../exchange/revision/raise-revision.ts';
import type { Logger } from '../../platform/log/log.ts';

const connectTimeoutMs = 1_500;
const firstPauseMs = 200;
const maxPauseMs = 5_000;

/**
 * Calls `notice` for every announced revision and after every connect, because an announcement may have been missed.
 * Uses a separate connection and reconnects until the signal.
 */
export async function listenForRevisions(options: {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  notice(): void;
}): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      await listenOnce(options, () => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      options.log.debug({ err: error }, 'Connection for revision notices failed');
    }
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
    // The signal ends the pause. That is not a failure.
    await delay(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** Resolves or rejects when the connection has ended. */
async function listenOnce(
  options: { readonly databaseUrl: string; readonly signal: AbortSignal; notice(): void },
  connected: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'placard revision notices',
  });
  const ended = new Promise<void>((resolve, reject) => {
    client.once('end', resolve);
    client.on('error', reject);
  });
  // The error is handled by the await below. Prevents an unhandled rejection before that.
  ended.catch(() => undefined);
  const end = () => void client.end().catch(() => undefined);
  try {
    await client.connect();
    client.on('notification', () => options.notice());
    await client.query(`listen ${revisionChannel}`);
    connected();
    options.notice();
    options.signal.addEventListener('abort', end, { once: true });
    if (options.signal.aborted) end();
    await ended;
  } finally {
    options.signal.removeEventListener('abort', end);
    end();
  }
}
