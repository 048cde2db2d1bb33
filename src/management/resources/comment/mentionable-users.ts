import { type Kysely, sql } from 'kysely';
import type { MentionableUser } from '../../../contract/collaboration/comment.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { maxMentionableUsers } from '../../../core/vocabulary/limits/collaboration-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readUserCaller } from '../../access/user/user-caller.ts';
import { containsText } from '../../api/resource/contains-text.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { type CommentedObject, mayRead } from './commented-object.ts';

/** Most users whose access one search checks. */
const maxChecked = 200;

/** Returns the first users, by name, who may read an object. */
export async function findMentionableUsers(
  database: Kysely<Database>,
  object: CommentedObject,
  search: string | undefined,
): Promise<readonly MentionableUser[]> {
  const candidates = await database
    .selectFrom('userAccount')
    .select(['userAccount.id', 'userAccount.name'])
    .where('userAccount.archivedAt', 'is', null)
    .where(search === undefined ? sql<boolean>`true` : containsText(sql.ref('userAccount.name'), search))
    .orderBy(sql`lower(user_account.name)`)
    .orderBy('userAccount.id')
    .limit(maxChecked)
    .execute();
  const found: MentionableUser[] = [];
  for (const { id, name } of candidates) {
    if (found.length === maxMentionableUsers) break;
    if (await userMayRead(database, id, object)) found.push({ id, name });
  }
  return found;
}

/** Throws 400 for each mentioned user who does not exist or may not read the object. */
export async function requireMentionable(
  database: Kysely<Database>,
  object: CommentedObject,
  mentionIds: readonly number[],
): Promise<void> {
  const allowed = await Promise.all(mentionIds.map((id) => userMayRead(database, id, object)));
  const errors = mentionIds.flatMap((id, index) =>
    allowed[index] === true
      ? []
      : [
          {
            pointer: `/mentionIds/${index}`,
            in: 'body' as const,
            code: 'reference_not_found',
            message: fieldMessage('objectNotFound', { object: nounOf('users'), id }),
          },
        ],
  );
  if (errors.length > 0) throw invalidRequest(errors);
}

async function userMayRead(database: Kysely<Database>, id: number, object: CommentedObject): Promise<boolean> {
  const user = await readUserCaller(database, id);
  return user !== null && (await mayRead(database, user, object));
}
