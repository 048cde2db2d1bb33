import { type Kysely, sql } from 'kysely';

/**
 * The first trigger of a transaction links all its audit entries and updates the head once. Before, each entry updated
 * the head, which took time proportional to the square of the number of entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Entries of other transactions are visible only with their links. The function keeps its rights (0064).
  `create or replace function link_audit_entry() returns trigger language plpgsql security definer as $$
    declare
      head audit_head%rowtype;
      entry record;
      next_hash text;
    begin
      if exists (select from audit_link where entry_id = new.id) then
        return null;
      end if;
      select * into strict head from audit_head for update;
      for entry in
        select unlinked.id, unlinked.content_hash from audit_entry unlinked
        where unlinked.id >= new.id and not exists (select from audit_link where entry_id = unlinked.id)
        order by unlinked.id
      loop
        next_hash := encode(sha256(convert_to(
          head.hash || ' ' || (head.number + 1)::text || ' ' || entry.content_hash, 'UTF8')), 'hex');
        insert into audit_link (number, entry_id, previous_hash, hash)
          values (head.number + 1, entry.id, head.hash, next_hash);
        head.number := head.number + 1;
        head.hash := next_hash;
      end loop;
      update audit_head set number = head.number, hash = head.hash;
      return null;
    end $$`,
  `do $$
    begin
      execute format('alter function link_audit_entry() set search_path = %I, pg_temp', current_schema());
    end $$`,
];
