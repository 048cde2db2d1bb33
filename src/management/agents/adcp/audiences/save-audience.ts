import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import { createMemberHash, type MemberKey } from '../../../resources/segment/member-hash.ts';
import { storeAttributes } from '../../../resources/segment/store-attributes.ts';
import type { BuyerScope } from '../creatives/agent-creatives.ts';
import { type AudienceGiven, identifiersOf } from './identifiers-of.ts';
import { attributeOfAudience, segmentOfAudience } from './read-audiences.ts';

type Saving = { readonly scope: BuyerScope; readonly audience: AudienceGiven; readonly secret: string };

/** Creates or changes an audience. Returns whether it has changed. */
export async function saveAudience(
  transaction: Transaction<Database>,
  { scope, audience, secret }: Saving,
): Promise<boolean> {
  const { audience_id: key, add = [], remove = [] } = audience;
  const existing = await transaction
    .selectFrom('agentAudience')
    .selectAll()
    .where('agentAudience.buyerAgentId', '=', scope.buyerAgentId)
    .where('agentAudience.accountId', '=', scope.accountId)
    .where('agentAudience.key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  const described = {
    name: audience.name ?? existing?.name ?? key,
    audienceType: audience.audience_type ?? existing?.audienceType ?? null,
    consentBasis: audience.consent_basis ?? existing?.consentBasis ?? null,
    tags: audience.tags ?? existing?.tags ?? [],
  };
  const isSame =
    existing !== undefined &&
    add.length + remove.length === 0 &&
    Object.entries(described).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(existing[name as keyof typeof described]),
    );
  if (isSame) return false;
  const { id } = await transaction
    .insertInto('agentAudience')
    .values({ ...scope, key, ...described, uploaded: add.length, syncedAt: sql<Date>`now()` as unknown as Date })
    .onConflict((conflict) =>
      conflict.columns(['buyerAgentId', 'accountId', 'key']).doUpdateSet({
        ...described,
        uploaded: sql<number>`agent_audience.uploaded + ${add.length}`,
        syncedAt: sql<Date>`now()`,
      }),
    )
    .returning('agentAudience.id')
    .executeTakeFirstOrThrow();
  await changeMembers(transaction, id, membersOf({ add, remove }, secret));
  return true;
}

/** Removes an audience and its members from the segment. Returns whether there was one. */
export async function removeAudience(
  transaction: Transaction<Database>,
  { buyerAgentId, accountId }: BuyerScope,
  key: string,
): Promise<boolean> {
  const audience = await transaction
    .selectFrom('agentAudience')
    .select('agentAudience.id')
    .where('agentAudience.buyerAgentId', '=', buyerAgentId)
    .where('agentAudience.accountId', '=', accountId)
    .where('agentAudience.key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (audience === undefined) return false;
  const members = await transaction
    .selectFrom('agentAudienceMember')
    .select(['agentAudienceMember.low', 'agentAudienceMember.high'])
    .where('agentAudienceMember.audienceId', '=', audience.id)
    .execute();
  await changeMembers(transaction, audience.id, { added: [], removed: members });
  await transaction.deleteFrom('agentAudience').where('agentAudience.id', '=', audience.id).execute();
  return true;
}

type Members = { readonly added: readonly MemberKey[]; readonly removed: readonly MemberKey[] };

/** An identifier that is added and removed is removed. */
function membersOf({ add, remove }: Required<Pick<AudienceGiven, 'add' | 'remove'>>, secret: string): Members {
  const hash = createMemberHash(secret, 'segment-member');
  const keysOf = (members: typeof add) =>
    new Map(
      members.flatMap(identifiersOf).map(({ kind, value }) => {
        const key = hash(kind, value);
        return [`${key.low} ${key.high}`, key] as const;
      }),
    );
  const removed = keysOf(remove);
  const added = [...keysOf(add)].filter(([name]) => !removed.has(name)).map(([, key]) => key);
  return { added, removed: [...removed.values()] };
}

async function changeMembers(
  transaction: Transaction<Database>,
  audienceId: number,
  { added, removed }: Members,
): Promise<void> {
  const attribute = attributeOfAudience(audienceId);
  const saidAt = new Date();
  const codes = [segmentOfAudience(audienceId)];
  await storeAttributes(transaction, [
    ...added.map((key) => ({ ...key, attribute, codes, saidAt })),
    ...removed.map((key) => ({ ...key, attribute, codes: [], saidAt })),
  ]);
  const columns = (keys: readonly MemberKey[]) => [keys.map(({ low }) => low), keys.map(({ high }) => high)] as const;
  const [addedLow, addedHigh] = columns(added);
  await sql`
    insert into agent_audience_member (audience_id, low, high)
    select ${audienceId}, low, high from unnest(${addedLow}::bigint[], ${addedHigh}::bigint[]) as given (low, high)
    on conflict do nothing
  `.execute(transaction);
  const [removedLow, removedHigh] = columns(removed);
  await sql`
    delete from agent_audience_member member
    using unnest(${removedLow}::bigint[], ${removedHigh}::bigint[]) as given (low, high)
    where member.audience_id = ${audienceId} and member.low = given.low and member.high = given.high
  `.execute(transaction);
}
