import type { ColumnType, Generated } from 'kysely';

/** A column that the database fills in when nothing is given. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** jsonb: read as the value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>;

/** What every mutable resource has (product decisions 2). */
export type CommonColumns = {
  id: Generated<number>;
  externalId: string | null;
  name: string;
  version: WithDefault<number>;
  createdAt: WithDefault<Date>;
  updatedAt: WithDefault<Date>;
  archivedAt: Date | null;
};
