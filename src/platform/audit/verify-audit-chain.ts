import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type AuditContent, auditContentHash, auditLinkHash, genesisHash } from './audit-hash.ts';

/** Entries per read. */
const pageRows = 1_000;

/** The newest link of a chain. Stored elsewhere, it proves later that no earlier entry was changed. */
export type AuditHead = { readonly number: number; readonly hash: string };

export type AuditVerdict = {
  /** Number of entries that were verified as intact. */
  readonly entries: number;
  readonly head: AuditHead;
  /** The first fault; null: none. */
  readonly fault: { readonly number: number; readonly reason: string } | null;
};

type Link = AuditContent & {
  readonly number: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly contentHash: string;
};

/**
 * Recomputes the whole chain from the entries in one snapshot of the database, and stops at the first different link.
 * @param known links that were recorded earlier and must still be part of the chain
 */
export function verifyAuditChain(database: Kysely<Database>, known: readonly AuditHead[] = []): Promise<AuditVerdict> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      let head: AuditHead = { number: 0, hash: genesisHash };
      const fault = (reason: string) => ({ entries: head.number, head, fault: { number: head.number + 1, reason } });
      for (;;) {
        const links = await readLinks(transaction, head.number);
        for (const link of links) {
          const reason = faultOf(link, head, known);
          if (reason !== null) return fault(reason);
          head = { number: link.number, hash: link.hash };
        }
        if (links.length < pageRows) break;
      }
      const reason = await faultOfEnd(transaction, head, known);
      return reason === null ? { entries: head.number, head, fault: null } : fault(reason);
    });
}

function faultOf(link: Link, before: AuditHead, known: readonly AuditHead[]): string | null {
  if (link.number !== before.number + 1) return 'the entry is missing';
  if (link.previousHash !== before.hash) return 'it does not follow the previous entry';
  if (link.contentHash !== auditContentHash(link)) return 'its content was changed';
  if (link.hash !== auditLinkHash(link)) return 'its hash does not match its content';
  if (known.some(({ number, hash }) => number === link.number && hash !== link.hash)) {
    return 'its hash differs from the recorded one';
  }
  return null;
}

/** Returns the fault after the last link: truncated entries, or entries that were never linked. */
async function faultOfEnd(
  transaction: Kysely<Database>,
  last: AuditHead,
  known: readonly AuditHead[],
): Promise<string | null> {
  const head = await transaction.selectFrom('auditHead').selectAll('auditHead').executeTakeFirst();
  if (head?.number !== last.number || head.hash !== last.hash) return 'the newest entries are missing';
  const missing = known.find(({ number }) => number > last.number);
  if (missing !== undefined) return `the chain ends before the recorded entry ${missing.number}`;
  const { rows } = await sql<{ stray: boolean }>`
    select exists (
      select 1 from audit_entry left join audit_link on audit_link.entry_id = audit_entry.id
      where audit_link.number is null
    ) as stray
  `.execute(transaction);
  return rows[0]?.stray === true ? 'there are entries outside the chain' : null;
}

async function readLinks(transaction: Kysely<Database>, after: number): Promise<Link[]> {
  return transaction
    .selectFrom('auditLink')
    .innerJoin('auditEntry', 'auditEntry.id', 'auditLink.entryId')
    .selectAll('auditEntry')
    .select(['auditLink.number', 'auditLink.previousHash', 'auditLink.hash'])
    .where('auditLink.number', '>', after)
    .orderBy('auditLink.number')
    .limit(pageRows)
    .execute();
}
