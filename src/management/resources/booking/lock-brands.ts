import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';

/**
 * Serializes booking a creative and removing a brand from its campaign. Must be locked after the row of the booking or
 * campaign, so that an action on the campaign, which locks its bookings, cannot deadlock with them.
 */
export async function lockBrandsOfCampaign(transaction: Transaction<Database>, campaignId: number): Promise<void> {
  const name = `campaign-brands ${campaignId}`;
  await oncePerTransaction(transaction, name, () =>
    sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction),
  );
}
