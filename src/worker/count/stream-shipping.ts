import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { segmentHeaderBytes } from '../../exchange/journal/journal-format.ts';
import { decodeRecords, type SegmentRead } from '../../exchange/journal/journal-reader.ts';
import {
  damagedFromField,
  entryFields,
  type HostJournal,
  idOfPlace,
  journalKeys,
  placeOfId,
} from '../../exchange/journal/journal-stream.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import type { JournalShipping } from './journal-shipping.ts';
import { rollUpBatch } from './roll-up.ts';

/** Entries that are read at once: some 4 MB. */
const maxEntries = 16;
/** Bytes of one transaction. */
const maxBatchBytes = 1024 * 1024;
/** Reports wait so long for a host of which nothing is heard; what it still brings is counted all the same. */
const waitForHostMs = 10 * 60 * 1000;
const notePauseMs = 2_000;

type Entry = {
  readonly id: string;
  readonly segmentId: string;
  /** Where unreadable bytes before its records begin; `from` where there are none. */
  readonly follows: number;
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
};

/** What follows on each other in one segment. */
type Run = Omit<Entry, 'bytes'> & { readonly parts: readonly Buffer[]; readonly size: number };

/** Entries are missing before this one: the stream is not what the host appended. */
class GapError extends Error {}

/** The carrier of several hosts: the roll-up reads the streams that they append their journals to. */
export function createStreamShipping(options: {
  readonly database: Kysely<Database>;
  readonly redis: Redis;
  readonly log: Logger;
}): JournalShipping {
  const { database, redis, log } = options;
  const timeZones = createTimeZoneSource();
  const hosts = createHostNotes(options);

  async function shipNode(node: string, signal: AbortSignal): Promise<void> {
    const stream = journalKeys.streamOf(node);
    for (;;) {
      const entries = await readEntries(redis, stream);
      for (const run of runsOf(entries)) {
        if (signal.aborted) return;
        try {
          await rollUp(run, node);
        } catch (error) {
          if (!(error instanceof GapError)) throw error;
          // The host then begins anew, with the oldest that it has; what is rolled up already is passed over.
          log.warn({ node, segment: run.segmentId, err: error }, 'Entries of a journal are missing; it is sent again');
          await redis.ask('DEL', stream);
          return;
        }
        await redis.ask('XTRIM', stream, 'MINID', idAfter(run.id));
      }
      if (entries.length < maxEntries) return;
    }
  }

  async function rollUp(run: Run, node: string): Promise<void> {
    const { segmentId } = run;
    const read = async (fromOffset: number) => readRun(run, fromOffset);
    const { nextOffset, unknownRecords } = await rollUpBatch({ database, timeZones, segmentId, read });
    if (unknownRecords > 0) {
      log.error({ segment: segmentId, records: unknownRecords }, 'Journal records of an unknown kind were passed over');
    }
    await redis.ask('HSET', journalKeys.rolledOf(node), segmentId, String(nextOffset));
  }

  return {
    async shipAll(signal) {
      const journals = await readHosts(redis);
      const startedAtMs = Date.now();
      for (const { nodes } of journals.values()) {
        for (const node of nodes) {
          if (signal.aborted) return 0;
          await shipNode(node, signal);
        }
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
 * Up to when everything has arrived from all hosts. Hosts are remembered in the database too: a Redis that lost what it knew
 * does not make reports complete that are not.
 */
function createHostNotes({ database, redis, log }: Parameters<typeof createStreamShipping>[0]) {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let remembered: readonly { readonly host: string; readonly completeAt: Date }[] = [];

  async function note(journals: ReadonlyMap<string, HostJournal>, nowMs: number): Promise<void> {
    for (const [host, { throughMs, closed }] of journals) {
      const isLost = nowMs - throughMs > waitForHostMs;
      if (isLost && !closed)
        log.warn({ host }, 'Nothing is heard of a host; reports do not wait for its events any more');
      if (closed || isLost) {
        await database.deleteFrom('journalHost').where('journalHost.host', '=', host).execute();
        // Only if it has not come back meanwhile; should it, it says so again.
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
    const placeOf = (name: string) => flat.findIndex((text, at) => at % 2 === 0 && text.equals(Buffer.from(name)));
    const field = (name: string): Buffer => flat[placeOf(name) + 1] as Buffer;
    const [segment, from, records] = entryFields;
    const text = id.toString();
    const bytes = field(records);
    const start = Number(field(from).toString());
    const follows = placeOf(damagedFromField) === -1 ? start : Number(field(damagedFromField).toString());
    return { id: text, segmentId: field(segment).toString(), follows, from: start, to: start + bytes.length, bytes };
  });
}

/** Puts together what follows on each other, as far as one transaction goes. */
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
  if (position < follows) throw new GapError(`It is rolled up to ${position}, and the next entry begins at ${follows}`);
  const nothing = { events: [], screens: [], unknownRecords: 0, damaged: null };
  if (position >= to) return { ...nothing, nextOffset: fromOffset, end: 'end' };
  const records = Buffer.concat(parts).subarray(Math.max(0, position - from));
  const damaged = position < from ? { from: follows, to: from } : null;
  return { ...decodeRecords(records), nextOffset: to, end: 'end', damaged };
}

function idAfter(id: string): string {
  const { number, offset } = placeOfId(id);
  return idOfPlace({ number, offset: offset + 1 });
}
