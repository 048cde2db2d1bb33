import { type Kysely, sql } from 'kysely';
import { auditContentHash, genesisHash } from '../../audit/audit-hash.ts';

const pageRows = 500;

/** A hash chain over the audit log, including existing entries, and the scope to read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entry add column content_hash text`.execute(db);
  await hashEarlierEntries(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

type EarlierEntry = Parameters<typeof auditContentHash>[0] & { readonly id: number };

async function hashEarlierEntries(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<EarlierEntry>`
      select id, at, actor, action, kind, object_id as "objectId", before, after, request_id as "requestId"
      from audit_entry where audit_entry.id > ${after} order by audit_entry.id limit ${pageRows}
    `.execute(db);
    for (const row of rows) {
      const hash = auditContentHash(row);
      await sql`update audit_entry set content_hash = ${hash} where audit_entry.id = ${row.id}`.execute(db);
    }
    if (rows.length < pageRows) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const statements = [
  `alter table audit_entry alter column content_hash set not null`,
  `create index audit_entry_object on audit_entry (kind, object_id)`,
  `create index audit_entry_actor on audit_entry (actor)`,
  `create index audit_entry_at on audit_entry (at)`,
  `create table audit_link (
    number bigint primary key,
    entry_id bigint not null unique references audit_entry (id),
    previous_hash text not null,
    hash text not null
  )`,
  // One row: the newest link. A transaction that adds the next one locks it, at its very end.
  `create table audit_head (
    only_row boolean primary key default true check (only_row),
    number bigint not null,
    hash text not null
  )`,
  `insert into audit_head (number, hash) values (0, '${genesisHash}')`,
  `create function add_audit_link(entry bigint, content_hash text) returns void language plpgsql as $$
    declare
      head audit_head%rowtype;
      next_hash text;
    begin
      select * into strict head from audit_head for update;
      next_hash := encode(sha256(convert_to(
        head.hash || ' ' || (head.number + 1)::text || ' ' || content_hash, 'UTF8')), 'hex');
      insert into audit_link (number, entry_id, previous_hash, hash)
        values (head.number + 1, entry, head.hash, next_hash);
      update audit_head set number = head.number + 1, hash = next_hash;
    end $$`,
  `create function link_audit_entry() returns trigger language plpgsql as $$
    begin
      perform add_audit_link(new.id, new.content_hash);
      return null;
    end $$`,
  `do $$
    declare entry record;
    begin
      for entry in select id, content_hash from audit_entry order by id loop
        perform add_audit_link(entry.id, entry.content_hash);
      end loop;
    end $$`,
  // Deferred: the head is only locked during the commit, and always last, so that deadlocks cannot occur.
  `create constraint trigger audit_entry_linked after insert on audit_entry
    deferrable initially deferred for each row execute function link_audit_entry()`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'what was written to the audit stays as it is';
    end $$`,
  `create trigger audit_entry_stays before update or delete on audit_entry
    for each row execute function refuse_audit_change()`,
  `create trigger audit_link_stays before update or delete on audit_link
    for each row execute function refuse_audit_change()`,
  `update service_account set scopes = scopes || array['audit:read']
    where scopes @> array['service-accounts:write', 'users:write', 'bookings:approve', 'inventory:write']
      and not scopes @> array['audit:read']`,
];
