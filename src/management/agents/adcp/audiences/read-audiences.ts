import { type Kysely, sql } from 'kysely';
import { fold } from '../../../../core/targeting/fold.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { attributeCode } from '../../../resources/segment/store-attributes.ts';
import type { BuyerScope } from '../creatives/agent-creatives.ts';

/** An audience of a buyer with the state of its segment. */
export type AudienceState = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly segmentCode: string;
  readonly status: 'processing' | 'ready' | 'too_small';
  readonly uploaded: number;
  readonly minimumSize: number;
  readonly syncedAt: Date;
};

/** Members below which an audience is not offered, so that a buyer cannot find out about single persons. */
export const minimumAudienceSize = 100;

/** Attribute whose only value is the segment of an audience. */
export function attributeOfAudience(id: number): string {
  return fold(`agent-audience-${id}`);
}

/** Returns the code of the segment with the members of an audience. */
export function segmentOfAudience(id: number): string {
  return attributeCode(attributeOfAudience(id), 'members');
}

/** Reads audiences of an account, oldest first. @param keys IDs of the buyer; omitted: all */
export async function readAudiences(
  database: Kysely<Database>,
  { buyerAgentId, accountId }: BuyerScope,
  keys?: readonly string[],
): Promise<readonly AudienceState[]> {
  const rows = await database
    .selectFrom('agentAudience')
    .selectAll()
    .where('agentAudience.buyerAgentId', '=', buyerAgentId)
    .where('agentAudience.accountId', '=', accountId)
    .$if(keys !== undefined, (query) => query.where(sql<boolean>`agent_audience.key = any(${keys ?? []}::text[])`))
    .orderBy('agentAudience.id')
    .execute();
  if (rows.length === 0) return [];
  const codes = rows.map(({ id }) => segmentOfAudience(id));
  const [segments, waiting] = await Promise.all([
    database
      .selectFrom('segment')
      .select(['segment.code', 'segment.size'])
      .where('segment.code', 'in', codes)
      .where('segment.archivedAt', 'is', null)
      .execute(),
    database
      .selectFrom('attributeInbox')
      .select('attributeInbox.attribute')
      .distinct()
      .where(
        'attributeInbox.attribute',
        'in',
        rows.map(({ id }) => attributeOfAudience(id)),
      )
      .execute(),
  ]);
  const sizes = new Map(segments.map(({ code, size }) => [code, size]));
  const inProgress = new Set(waiting.map(({ attribute }) => attribute));
  return rows.map(({ id, key, name, uploaded, syncedAt }) => {
    const segmentCode = segmentOfAudience(id);
    const isLarge = (sizes.get(segmentCode) ?? 0) >= minimumAudienceSize;
    const status = inProgress.has(attributeOfAudience(id)) ? 'processing' : isLarge ? 'ready' : 'too_small';
    return { id, key, name, segmentCode, status, uploaded, minimumSize: minimumAudienceSize, syncedAt };
  });
}
