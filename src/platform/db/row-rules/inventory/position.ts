import { sql } from 'kysely';
import { rowRules } from '../row-rules.ts';

export const positionRows = rowRules({
  table: 'position',
  visibleTo: 'everyone',
  snapshot: { own: 'positions', dependents: [] },
  search: { detail: sql`position.slot_name`, also: sql`position.slot_name` },
});
