import { type Kysely, sql } from 'kysely';

/**
 * Product searches use a trigram index. The user of an external database may lack the permission to create the
 * extension. Searches then read all products. Source: docs/decisions/0135-searches-by-trigrams.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}

const statement = `
  do $$
  declare
    place text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'pg_trgm cannot be installed; searches among products read all of them';
    end;
    select pg_namespace.nspname into place from pg_extension
      join pg_namespace on pg_namespace.oid = pg_extension.extnamespace where pg_extension.extname = 'pg_trgm';
    if place is not null then
      execute format('create index product_by_text on product
        using gin (lower(name) %1$I.gin_trgm_ops, lower(sku) %1$I.gin_trgm_ops)', place);
    end if;
  end $$`;
