import type { Transaction } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { MemberKey } from './member-hash.ts';

/** Values of an attribute of a member. They replace its earlier values. Empty: the member leaves its segments. */
export type MemberAttribute = MemberKey & {
  /** Folded. */
  readonly attribute: string;
  /** Codes of `attributeCode`. */
  readonly codes: string[];
  readonly saidAt: Date;
};

/** Rows per statement. PostgreSQL limits parameters to 16 bits. */
const rowsAtOnce = 5_000;

/** Stores attributes of members. The worker adds them to the segment files soon after. */
export async function storeAttributes(
  transaction: Transaction<Database>,
  rows: readonly MemberAttribute[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await transaction
      .insertInto('attributeInbox')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

/** Returns the code of the segment of users with a value of an attribute. */
export function attributeCode(attribute: string, value: string): string {
  return `${fold(attribute)}:${fold(value)}`;
}
