import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { segmentHeaderBytes } from '../../exchange/journal/journal-format.ts';
import type { SegmentRead } from '../../exchange/journal/journal-reader.ts';
import {
  damagedFromField,
  entryFields,
  type HostJournal,
  journalKeys,
  offsetOfStreamId,
  streamIdOf,
} from '../../exchange/journal/journal-stream.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import { decodeRecords } from '../../exchange/journal/reading/decode-records.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import type { JournalShipping } from './journal-shipping.ts';
import { rollUpBatch } from './roll-up.ts';

/** Entries per read: about 16 MB. */
const maxEntries = 64;
/** Bytes per transaction. */
const maxBatchBytes = 8 * 1024 * 1024;
/** Time that reports wait for an unreachable host. Its events are still counted when they arrive. */
const waitForHostMs = 10 * 60 * 1000;
const notePauseMs = 2_000;

/** Lua: sets a field of a hash to a number unless it has a greater one. */
const setIfGreater = `
local current = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) > current then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 0`;

type Entry = {
  readonly id: string;
  readonly segmentId: string;
  /** Start of unreadable bytes before its records; `from` if there are none. */
  readonly follows: number;
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
};

/** Consecutive entries of one segment. */
type Run = Omit<Entry, 'bytes'> & { readonly parts: readonly Buffer[]; readonly size: number };

/** Entries before this one are missing: the stream differs from what the host appended. */
class GapError extends Error {}

/** Journal transport of several hosts: the roll-up reads the streams to which they append their journals. */
export function createStreamShipping(options: {
  readonly database: Kysely<Database>;
  readonly redis: Redis;
  readonly sequences: SequenceReader;
  readonly log: Logger;
}): JournalShipping {
  const { redis, log } = options;
  const timeZones = createTimeZoneSource();
  const hosts = createHostNotes(options);

  /** Returns false if another roll-up has a batch of the journal and `wait` is false. */
  async function shipNode(node: string, wait: boolean, signal: AbortSignal): Promise<boolean> {
    const stream = journalKeys.streamOf(node);
    for (;;) {
      const entries = await readEntries(redis, stream);
      for (const run of runsOf(entries)) {
        if (signal.aborted) return true;
        try {
          if (!(await rollUp(run, node, wait))) return false;
        } catch (error) {
          if (!(error instanceof GapError)) throw error;
          // The host then starts again with its oldest segment. Records that are already rolled up are skipped.
          log.warn({ node, segment: run.segmentId, err: error }, 'Journal entries are missing; they are sent again');
          await redis.ask('DEL', stream);
          return true;
        }
        await redis.ask('XTRIM', stream, 'MINID', idAfter(run.id));
      }
      if (entries.length < maxEntries) return true;
    }
  }

  async function rollUp(run: Run, node: string, wait: boolean): Promise<boolean> {
    const { segmentId } = run;
    const read = async (fromOffset: number) => readRun(run, fromOffset);
    const { nextOffset, unknownRecords, end } = await rollUpBatch({ ...options, timeZones, segmentId, wait, read });
    if (end === 'busy') return false;
    if (unknownRecords > 0) {
      log.error({ segment: segmentId, records: unknownRecords }, 'Skipped journal records of an unknown kind');
    }
    // Only forward: another worker may have stored a later offset in the meantime.
    await redis.ask('EVAL', setIfGreater, '1', journalKeys.rolledOf(node), segmentId, String(nextOffset));
    return true;
  }

  return {
    async shipAll(signal) {
      const journals = await readHosts(redis);
      const startedAtMs = Date.now();
      const nodes = [...journals.values()].flatMap((journal) => journal.nodes);
      const busy: string[] = [];
      for (const node of nodes) {
        if (signal.aborted) return 0;
        if (!(await shipNode(node, false, signal))) busy.push(node);
      }
      for (const node of busy) {
        if (signal.aborted) return 0;
        await shipNode(node, true, signal);
      }
      return hosts.completeMs(journals, startedAtMs);
    },
  };
}

async function readHosts(redis: Redis): Promise<Map<string, HostJournal>> {
  const flat = await redis.ask<readonly string[]>('HGETALL', journalKeys.hosts);
  const hosts = new Map<string, HostJournal>();
  for (let index = 0; index < flat.length; index += 2) {
    hosts.set(String(flat[index]), JSON.parse(String(flat[index + 1])) as HostJournal);
  }
  return hosts;
}

/**
 * Determines up to when all events of all hosts have arrived. Hosts are also stored in the database, so that a Redis
 * without data does not make incomplete reports appear complete.
 */
function createHostNotes({ database, redis, log }: Parameters<typeof createStreamShipping>[0]) {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let remembered: readonly { readonly host: string; readonly completeAt: Date }[] = [];

  async function note(journals: ReadonlyMap<string, HostJournal>, nowMs: number): Promise<void> {
    for (const [host, { throughMs, closed }] of journals) {
      const isLost = nowMs - throughMs > waitForHostMs;
      if (isLost && !closed) log.warn({ host }, 'Host is unreachable; reports no longer wait for its events');
      if (closed || isLost) {
        await database.deleteFrom('journalHost').where('journalHost.host', '=', host).execute();
        // Only if it has not returned in the meantime. If it does, it registers again.
        await redis.ask('HDEL', journalKeys.hosts, host);
        continue;
      }
      await sql`
        insert into journal_host (host, complete_at, seen_at) values (${host}, ${new Date(throughMs)}, now())
        on conflict (host) do update set
          complete_at = greatest(journal_host.complete_at, excluded.complete_at), seen_at = now()`.execute(database);
    }
    const lost = sql<boolean>`journal_host.seen_at < now() - ${waitForHostMs} * interval '1 ms'`;
    await database.deleteFrom('journalHost').where(lost).execute();
    remembered = await database.selectFrom('journalHost').selectAll('journalHost').execute();
    notedAtMs = performance.now();
  }

  return {
    async completeMs(journals: ReadonlyMap<string, HostJournal>, nowMs: number): Promise<number> {
      if (performance.now() - notedAtMs >= notePauseMs) await note(journals, nowMs);
      const all = new Map(remembered.map(({ host, completeAt }) => [host, completeAt.getTime()]));
      for (const [host, { throughMs, closed }] of journals) {
        if (closed) all.delete(host);
        else if (nowMs - throughMs <= waitForHostMs) all.set(host, throughMs);
      }
      return Math.min(nowMs, ...all.values());
    },
  };
}

async function readEntries(redis: Redis, stream: string): Promise<Entry[]> {
  const command = ['XRANGE', stream, '-', '+', 'COUNT', String(maxEntries)] as const;
  const found = await redis.askForBytes<readonly (readonly [Buffer, readonly Buffer[]])[]>(...command);
  return found.map(([id, flat]) => {
    const offsetOf = (name: string) => flat.findIndex((text, at) => at % 2 === 0 && text.equals(Buffer.from(name)));
    const field = (name: string): Buffer => flat[offsetOf(name) + 1] as Buffer;
    const [segment, from, records] = entryFields;
    const text = id.toString();
    const bytes = field(records);
    const start = Number(field(from).toString());
    const follows = offsetOf(damagedFromField) === -1 ? start : Number(field(damagedFromField).toString());
    return { id: text, segmentId: field(segment).toString(), follows, from: start, to: start + bytes.length, bytes };
  });
}

/** Combines consecutive entries, up to the size of one transaction. */
function runsOf(entries: readonly Entry[]): Run[] {
  const runs: Run[] = [];
  for (const { id, segmentId, follows, from, to, bytes } of entries) {
    const last = runs.at(-1);
    if (last?.segmentId === segmentId && last.to === from && last.size + bytes.length <= maxBatchBytes) {
      runs[runs.length - 1] = { ...last, id, to, parts: [...last.parts, bytes], size: last.size + bytes.length };
    } else {
      runs.push({ id, segmentId, follows, from, to, parts: [bytes], size: bytes.length });
    }
  }
  return runs;
}

function readRun({ follows, from, to, parts }: Run, fromOffset: number): SegmentRead {
  const position = Math.max(fromOffset, segmentHeaderBytes);
  if (position < follows) throw new GapError(`Rolled up to ${position}, but the next entry starts at ${follows}`);
  const nothing = { events: [], screens: [], conversions: [], exposures: [], unknownRecords: 0, damaged: null };
  if (position >= to) return { ...nothing, nextOffset: fromOffset, end: 'end' };
  const records = Buffer.concat(parts).subarray(Math.max(0, position - from));
  const damaged = position < from ? { from: follows, to: from } : null;
  return { ...decodeRecords(records), nextOffset: to, end: 'end', damaged };
}

function idAfter(id: string): string {
  const { number, offset } = offsetOfStreamId(id);
  return streamIdOf({ number, offset: offset + 1 });
}
