import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * Whoever books a creative and whoever takes a brand out of its campaign queue here. It comes after the lock of either
 * row, so that an action on the campaign, which locks its bookings, can never wait in a circle with them.
 */
export async function lockBrandsOfCampaign(transaction: Transaction<Database>, campaignId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign-brands ${campaignId}`}, 0))`.execute(transaction);
}
