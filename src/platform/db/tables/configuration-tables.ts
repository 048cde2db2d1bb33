import type { Generated } from 'kysely';
import type { Json, WithDefault } from '../columns.ts';

/** A change of one object by an applied configuration. */
export type AppliedChange = {
  section: string;
  key: string;
  action: 'create' | 'update' | 'restore' | 'archive';
  /** The object before the change. null: it did not exist, or it was archived. */
  before: Record<string, unknown> | null;
  /** The object after the change. null: it was archived. */
  after: Record<string, unknown> | null;
};

export type ConfigurationTables = {
  configurationKey: {
    section: string;
    objectId: number;
    key: string;
    /** SHA-256 of the original file of a creative. */
    rawFile: string | null;
    /** Paths of the stored files that were made from it, separated by line feeds. */
    rawAssets: string | null;
  };
  configurationApply: {
    id: Generated<number>;
    at: WithDefault<Date>;
    actor: string;
    revision: number | null;
    note: string | null;
    created: number;
    updated: number;
    restored: number;
    archived: number;
    changes: Json<AppliedChange[]>;
    undoneBy: number | null;
  };
};
