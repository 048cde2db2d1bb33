import type { ColumnType, Generated } from 'kysely';

/** A column with a default value in the database. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** jsonb: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>;

/** Columns of every mutable resource (product decisions 2). */
export type CommonColumns = {
  id: Generated<number>;
  externalId: string | null;
  name: string;
  version: WithDefault<number>;
  createdAt: WithDefault<Date>;
  updatedAt: WithDefault<Date>;
  archivedAt: Date | null;
};
