import { createHash } from 'node:crypto';

/** The part of an entry that its hash covers: everything except its position in the chain. */
export type AuditContent = {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly kind: string;
  readonly objectId: number | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
};

/** Previous hash of the first entry. */
export const genesisHash = '0'.repeat(64);

/**
 * Returns the SHA-256 of the entry as JSON without white space, with properties sorted by name at every level (RFC
 * 8785), as 64 hexadecimal digits. Stored hashes depend on it, so it must never change. Source:
 * docs/decisions/0048-audit-chain.md.
 */
export function auditContentHash(content: AuditContent): string {
  const { at, actor, action, kind, objectId, before, after, requestId } = content;
  const members = { action, actor, after, at: at.toISOString(), before, kind, objectId, requestId };
  return sha256(JSON.stringify(inOrder(JSON.parse(JSON.stringify(members)))));
}

/**
 * Returns the hash of a link: of the previous hash, its number and its content hash. The database computes the same.
 */
export function auditLinkHash(link: {
  readonly previousHash: string;
  readonly number: number;
  readonly contentHash: string;
}): string {
  return sha256(`${link.previousHash} ${link.number} ${link.contentHash}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}
