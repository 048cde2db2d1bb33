import { type RawBuilder, sql } from 'kysely';
import { allRowRules, type ResourceTableName } from '../../platform/db/row-rules/all-row-rules.ts';
import type { Reach } from '../../platform/db/row-rules/reach.ts';
import { ofCoveredBrand, type RowRules } from '../../platform/db/row-rules/row-rules.ts';

/** Tables whose rows belong to tenants. */
type OwnedTable = ResourceTableName | 'conversionLine';

const visibility = new Map<OwnedTable, RowRules['visibleTo']>([
  ...Object.values(allRowRules).map(({ table, visibleTo }) => [table, visibleTo] as const),
  ['conversionLine', ofCoveredBrand('conversionLine')],
]);

/** Returns the condition for rows within a reach. Every read, list, reference and change uses it. */
export function visibleRows(table: OwnedTable, reach: Reach): RawBuilder<boolean> {
  const visibleTo = visibility.get(table);
  if (visibleTo === undefined) throw new Error(`The table ${table} has no row rules`);
  if (reach === 'everything' || visibleTo === 'everyone') return sql<boolean>`true`;
  return visibleTo === 'onlyUnrestricted' ? sql<boolean>`false` : visibleTo(reach);
}
