import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Time without renewal after which a holder loses the lease. */
const ttlMs = 6_000;
const renewMs = 1_500;
/** Safety margin by which a holder stops earlier, to account for the duration of its request. */
const marginMs = 1_000;

/** Lease of an exclusive job. Source: docs/decisions/0089-leases.md. */
export type Lease = {
  /** Acquires or renews the lease; false: another worker holds it. Rejects if the database is unavailable. */
  take(): Promise<boolean>;
  /** Incremented with each change of the holder; null: this worker does not hold it. */
  term(): number | null;
  /** Releases the lease for the next worker. */
  close(): Promise<void>;
};

/**
 * @param options.name of the job
 * @param options.holder name of this host; a new process of the same host takes over immediately, because a host has
 * one worker
 */
export function createLease(options: {
  readonly database: Kysely<Database>;
  readonly name: string;
  readonly holder: string;
}): Lease {
  const { database, name, holder } = options;
  let held: { readonly term: number; readonly askedAtMs: number } | null = null;
  let renewing: NodeJS.Timeout | null = null;
  let closed = false;

  function term(): number | null {
    return held !== null && performance.now() - held.askedAtMs < ttlMs - marginMs ? held.term : null;
  }

  async function ask(): Promise<boolean> {
    const askedAtMs = performance.now();
    const { rows } = await sql<{ term: number }>`
      insert into lease (name, holder, term, ends_at)
      values (${name}, ${holder}, ${termNow}, clock_timestamp() + ${ttlMs} * interval '1 ms')
      on conflict (name) do update set
        holder = excluded.holder,
        term = case when lease.holder = excluded.holder and lease.term = ${held?.term ?? 0}::bigint
          then lease.term else greatest(lease.term + 1, excluded.term) end,
        ends_at = excluded.ends_at
      where lease.holder = excluded.holder or lease.ends_at < clock_timestamp()
      returning lease.term`.execute(database);
    const [row] = rows;
    held = row === undefined || closed ? null : { term: row.term, askedAtMs };
    return held !== null;
  }

  return {
    async take() {
      if (held !== null && performance.now() - held.askedAtMs < renewMs) return true;
      const isOurs = await ask();
      // Renews the lease during long work. A failure recurs at the next `take`, where it is reported.
      if (isOurs) renewing ??= setInterval(() => void (held !== null && ask().catch(() => undefined)), renewMs).unref();
      return isOurs;
    },
    term,
    async close() {
      closed = true;
      if (renewing !== null) clearInterval(renewing);
      const last = held;
      held = null;
      if (last === null) return;
      await sql`delete from lease where lease.name = ${name} and lease.holder = ${holder} and lease.term = ${last.term}`
        .execute(database)
        // The next holder waits until the lease expires.
        .catch(() => undefined);
    },
  };
}

const termNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
