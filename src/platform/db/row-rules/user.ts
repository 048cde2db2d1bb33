import { sql } from 'kysely';
import { rowRules } from './row-rules.ts';

export const userRows = rowRules({
  table: 'userAccount',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: { detail: sql`user_account.email`, also: sql`user_account.email` },
});
