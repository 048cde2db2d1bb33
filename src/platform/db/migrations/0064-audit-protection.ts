import { type Kysely, sql } from 'kysely';

/**
 * The audit log cannot be truncated, and a normal role can append to it without permissions on its chain: the functions
 * that write the chain run as their owner. Temporary tables come last in their search path, so that none can shadow a
 * table of the chain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  ...['audit_entry', 'audit_link', 'audit_head'].map(
    (table) => `create trigger ${table}_not_truncated before truncate on ${table}
      for each statement execute function refuse_audit_change()`,
  ),
  `create trigger audit_head_stays before delete on audit_head
    for each row execute function refuse_audit_change()`,
  `do $$
    declare called text;
    begin
      foreach called in array array['add_audit_link(bigint, text)', 'link_audit_entry()'] loop
        execute format('alter function %s security definer set search_path = %I, pg_temp', called, current_schema());
      end loop;
    end $$`,
  `revoke execute on function add_audit_link(bigint, text) from public`,
];
