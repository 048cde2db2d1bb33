import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import type { Logger } from 'pino';

const connectMs = 1_000;
const firstRetryMs = 50;
const longestRetryMs = 1_000;
/** Interval of pings, and inactivity timeout of a connection. */
const pingMs = 1_000;
const silentMs = 2_500;
/** Maximum number of queued commands. More would fill the memory while Redis is slow. */
const maxWaiting = 10_000;

/** Redis is unreachable or did not respond in time. The command may have been executed. */
export class RedisAway extends Error {
  constructor(cause?: unknown) {
    super('Redis is unreachable', { cause });
  }
}

export type Argument = string | Buffer;

/** A connection to Redis 7 or Valkey that reconnects automatically. */
export type Redis = {
  /** Runs a command. Rejects with `RedisAway` (immediately while unavailable), or with the error of Redis. */
  ask<Reply>(...command: readonly Argument[]): Promise<Reply>;
  /** Runs a command and returns texts as bytes. */
  askForBytes<Reply>(...command: readonly Argument[]): Promise<Reply>;
  isAway(): boolean;
  close(): void;
};

/** Opens a connection. While Redis is unavailable all commands are rejected immediately. */
export function openRedis(options: {
  readonly url: string;
  readonly log: Logger;
  /** Fallback without Redis, for the log. */
  readonly without: string;
  /** Response timeout. */
  readonly answerMs: number;
}): Redis {
  const { url, log, without, answerMs } = options;
  const client = createClient({
    url,
    // Protocol 2 returns lists instead of maps, for uniform parsing.
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxWaiting,
    pingInterval: pingMs,
    socket: {
      connectTimeout: connectMs,
      socketTimeout: Math.max(silentMs, answerMs),
      reconnectStrategy: (retries: number) => Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(retries, 10)),
    },
  });
  let isAway = false;
  const noteAway = (error: unknown) => {
    if (!isAway) log.error({ err: error }, `Redis is unreachable; ${without} until it responds`);
    isAway = true;
  };
  const noteAnswer = () => {
    if (isAway) log.info('Redis responds again');
    isAway = false;
  };
  client.on('error', noteAway);
  client.on('ready', noteAnswer);
  // It reconnects automatically, and each failure is logged above.
  client.connect().catch(() => undefined);

  async function run<Reply>(command: readonly Argument[], asBytes: boolean): Promise<Reply> {
    if (!client.isReady) throw new RedisAway();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new RedisAway();
      // A hanging Redis keeps its connection open for long, so a missing response suffices.
      noteAway(error);
      reject(error);
    }, answerMs);
    try {
      const typeMapping = asBytes ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {};
      const reply = await Promise.race([client.sendCommand<Reply>(command, { typeMapping }), late]);
      noteAnswer();
      return reply;
    } catch (error) {
      if (error instanceof ErrorReply) noteAnswer();
      throw error instanceof ErrorReply || error instanceof RedisAway ? error : new RedisAway(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    ask: (...command) => run(command, false),
    askForBytes: (...command) => run(command, true),
    isAway: () => isAway || !client.isReady,
    close: () => client.destroy(),
  };
}
