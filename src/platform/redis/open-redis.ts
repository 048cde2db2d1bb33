import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import type { Logger } from 'pino';

const connectMs = 1_000;
const firstRetryMs = 50;
const longestRetryMs = 1_000;
/** Redis is asked so often whether it lives; a connection on which nothing comes for longer is given up. */
const pingMs = 1_000;
const silentMs = 2_500;
/** Commands that wait for Redis; more would fill the memory while it is slow. */
const maxWaiting = 10_000;

/** Redis cannot be reached, or did not answer in time; what was asked may have been done all the same. */
export class RedisAway extends Error {
  constructor(cause?: unknown) {
    super('Redis does not answer', { cause });
  }
}

export type Argument = string | Buffer;

/** A connection to Redis 7 or Valkey that comes back by itself. */
export type Redis = {
  /** Asks one command; rejects with `RedisAway`, at once while it is known to be away, or with what Redis has against it. */
  ask<Reply>(...command: readonly Argument[]): Promise<Reply>;
  /** The same, with texts of the reply as bytes. */
  askForBytes<Reply>(...command: readonly Argument[]): Promise<Reply>;
  isAway(): boolean;
  close(): void;
};

/** Opens a connection; while Redis is away every command is refused at once, and nothing waits for it. */
export function openRedis(options: {
  readonly url: string;
  readonly log: Logger;
  /** For people: what does without Redis while it is away. */
  readonly without: string;
  /** How long an answer is waited for. */
  readonly answerMs: number;
}): Redis {
  const { url, log, without, answerMs } = options;
  const client = createClient({
    url,
    // Lists where version 3 has maps: one way to read what there is of them.
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
    if (!isAway) log.error({ err: error }, `Redis does not answer; ${without} until it does`);
    isAway = true;
  };
  const noteAnswer = () => {
    if (isAway) log.info('Redis answers again');
    isAway = false;
  };
  client.on('error', noteAway);
  client.on('ready', noteAnswer);
  // It goes on trying by itself, and each failure is told above.
  client.connect().catch(() => undefined);

  async function run<Reply>(command: readonly Argument[], asBytes: boolean): Promise<Reply> {
    if (!client.isReady) throw new RedisAway();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new RedisAway();
      // A Redis that hangs keeps its connection open for long, so a missing answer counts by itself.
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
