import { type Kysely, sql } from 'kysely';
import type { PositionScreensView } from '../../../contract/inventory/screen-health.ts';
import { maxPlayChains } from '../../../core/vocabulary/limits/screen-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Most findings listed per chain. */
const maxFindings = 100;

export type ScreenChain = PositionScreensView['screens'][number]['chains'][number];
type Finding = ScreenChain['findings'][number];

/**
 * Returns the play chains of the screens of a position by screen, newest first. Source:
 * docs/decisions/0116-play-chains.md.
 */
export async function readChains(
  database: Kysely<Database>,
  positionId: number,
): Promise<ReadonlyMap<string, readonly ScreenChain[]>> {
  const rows = await chainRows(database, positionId);
  const findings = await findingsOf(
    database,
    rows.map(({ id }) => id),
  );
  const byDevice = new Map<string, ScreenChain[]>();
  for (const { id, deviceId, firstToldAt, lastToldAt, ...figures } of rows) {
    const of = findings.get(id) ?? [];
    const chain = {
      chainId: id,
      firstToldAt: firstToldAt.toISOString(),
      lastToldAt: lastToldAt.toISOString(),
      ...figures,
      findings: of.slice(0, maxFindings),
      findingCount: of.length,
    };
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), chain]);
  }
  return byDevice;
}

type ChainRow = Pick<ScreenChain, 'records' | 'lastSequence' | 'headSequence' | 'headHash'> & {
  readonly id: number;
  readonly deviceId: string;
  readonly firstToldAt: Date;
  readonly lastToldAt: Date;
};

async function chainRows(database: Kysely<Database>, positionId: number): Promise<readonly ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    with chain as (
      select play_chain.id, play_chain.device_id, play_chain.first_told_at, play_chain.last_told_at,
        (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(play_chain.known) as part)::bigint as records,
        coalesce(upper(play_chain.known) - 1, 0) as last_sequence,
        coalesce((select upper(part) - 1 from unnest(play_chain.known) as part where lower(part) = 1), 0) as head_sequence
      from play_chain where play_chain.position_id = ${positionId}
    )
    select chain.id, chain.device_id, chain.first_told_at, chain.last_told_at, chain.records, chain.last_sequence,
      chain.head_sequence, head.hash as head_hash
    from chain
    left join play_link head on head.chain_id = chain.id and head.sequence = chain.head_sequence
    order by chain.device_id, chain.last_told_at desc, chain.id desc
    limit ${maxPlayChains}`.execute(database);
  return rows;
}

/** Returns findings of received records and the gaps between them. */
async function findingsOf(
  database: Kysely<Database>,
  chainIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Finding[]>> {
  const { rows } = await sql<Omit<Finding, 'foundAt'> & { readonly chainId: number; readonly foundAt: Date | null }>`
    select play_finding.chain_id, play_finding.kind, play_finding.sequence as from_sequence,
      play_finding.sequence as to_sequence, play_finding.found_at
    from play_finding where play_finding.chain_id = any(${chainIds}::bigint[])
    union all
    select play_chain.id, 'missing', lower(gap), upper(gap) - 1, null
    from play_chain,
      unnest(int8multirange(int8range(1, upper(play_chain.known))) - play_chain.known) as gap
    where play_chain.id = any(${chainIds}::bigint[]) and not isempty(play_chain.known)
    order by chain_id, from_sequence, kind`.execute(database);
  const byChain = new Map<number, Finding[]>();
  for (const { chainId, foundAt, ...finding } of rows) {
    const found = byChain.get(chainId) ?? [];
    found.push({ ...finding, foundAt: foundAt?.toISOString() ?? null });
    byChain.set(chainId, found);
  }
  return byChain;
}
