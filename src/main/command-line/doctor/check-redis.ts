import { setTimeout as delay } from 'node:timers/promises';
import { sharedKeys } from '../../../cluster/shared-keys.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openRedis, type Redis } from '../../../platform/redis/open-redis.ts';
import { describeSkew } from './check-clock.ts';
import type { Finding } from './finding.ts';

const what = 'Redis';
const answerMs = 2_000;
const pollMs = 20;
const probeMs = 10_000;
const oldestMajor = 7;
const advice = 'check REDIS_URL, and that the server is reachable from this machine';

/**
 * Checks whether Redis is reachable, has a supported version, permits all required commands, evicts no keys, and agrees
 * with the process clock.
 */
export async function* checkRedis(url: string): AsyncGenerator<Finding> {
  const redis = openRedis({ url, log: createLog({ level: 'silent', name: 'doctor' }), without: '', answerMs });
  try {
    if (!(await answers(redis))) {
      yield { what, state: 'fail', found: 'it does not respond, or rejects user and password', advice };
      return;
    }
    yield* examine(redis);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    yield { what, state: 'fail', found, advice: 'grant the user of REDIS_URL all commands on keys `placard:*`' };
  } finally {
    redis.close();
  }
}

async function answers(redis: Redis): Promise<boolean> {
  const deadlineMs = performance.now() + answerMs;
  while (redis.isAway()) {
    if (performance.now() > deadlineMs) return false;
    await delay(pollMs);
  }
  return true;
}

async function* examine(redis: Redis): AsyncGenerator<Finding> {
  const askedMs = Date.now();
  const [seconds = '0', microseconds = '0'] = await redis.ask<readonly string[]>('TIME');
  const ourMs = (askedMs + Date.now()) / 2;
  await tryCommands(redis);
  const info = await redis.ask<string>('INFO');
  const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '';
  const version = field('valkey_version') || field('redis_version');
  const isOld = field('valkey_version') === '' && Number(version.split('.')[0]) < oldestMajor;
  const found = `${field('valkey_version') === '' ? 'Redis' : 'Valkey'} ${version} responds`;
  if (isOld) yield { what, state: 'fail', found, advice: `use Redis ${oldestMajor} or newer, or Valkey` };
  else yield { what, state: 'ok', found };
  const policy = field('maxmemory_policy');
  if (policy.startsWith('allkeys') && Number(field('maxmemory')) > 0) {
    const doing = 'set maxmemory-policy to noeviction or volatile-lru: what it throws away is sent again and again';
    yield { what, state: 'warn', found: `maxmemory-policy is ${policy}`, advice: doing };
  }
  yield describeSkew('Redis', Number(seconds) * 1000 + Number(microseconds) / 1000 - ourMs);
}

/** Tries one key of each kind that hosts use. The keys expire. */
async function tryCommands(redis: Redis): Promise<void> {
  const probe = `${sharedKeys.hosts}:doctor-${process.pid}`;
  await redis.ask('SET', `${probe}:text`, '1', 'PX', String(probeMs));
  await redis.ask('XADD', `${probe}:stream`, '1-1', 'r', '1');
  await redis.ask('HSET', `${probe}:hash`, 'a', '1');
  await redis.ask('SADD', `${probe}:set`, '1');
  await redis.ask('DEL', ...['text', 'stream', 'hash', 'set'].map((kind) => `${probe}:${kind}`));
}
