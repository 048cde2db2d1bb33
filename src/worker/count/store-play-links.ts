import { type Kysely, sql, type Transaction } from 'kysely';
import { maxPlayChains, playChainTtlMs, playLinkTtlMs } from '../../core/vocabulary/limits/screen-limits.ts';
import type { PlayLink } from '../../exchange/journal/screen-record.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Previous hash of the first record of a chain. */
export const chainStart = '0'.repeat(64);
/** Distance in which a moved record is searched: the size of a batch. */
const nearby = 1_000;

/**
 * Stores chain records and records findings where two do not match, for any order and repetition of reports. A finding
 * is never removed, except for a gap that is filled. The transaction must hold the lock of screen records. Source:
 * docs/decisions/0116-play-chains.md.
 */
export async function storePlayLinks(transaction: Transaction<Database>, records: readonly PlayLink[]): Promise<void> {
  if (records.length === 0) return;
  const chains = await keepChains(transaction, records);
  const links = records.flatMap((link) => {
    const chainId = chains.get(keyOf(link));
    return chainId === undefined ? [] : [{ ...link, chainId }];
  });
  if (links.length === 0) return;
  await insertLinks(transaction, links);
  await nameOtherVersions(transaction, links);
  await nameBreaks(transaction, links);
  await nameMoved(transaction, [...new Set(links.map(({ chainId }) => chainId))]);
}

/** Deletes records that are too old to compare, and chains without a recent record. */
export async function forgetLinks(database: Kysely<Database>, nowMs: number): Promise<void> {
  const [linksBefore, chainsBefore] = [new Date(nowMs - playLinkTtlMs), new Date(nowMs - playChainTtlMs)];
  await database.deleteFrom('playLink').where('playLink.toldAt', '<', linksBefore).execute();
  await database.deleteFrom('playChain').where('playChain.lastToldAt', '<', chainsBefore).execute();
}

type KeptLink = PlayLink & { readonly chainId: number };

function keyOf({ deviceId, chainKey }: Pick<PlayLink, 'deviceId' | 'chainKey'>): string {
  return `${deviceId} ${chainKey}`;
}

/** Returns the IDs of the chains by key. Beyond the limit per position no chains are added. */
async function keepChains(
  transaction: Transaction<Database>,
  links: readonly PlayLink[],
): Promise<ReadonlyMap<string, number>> {
  const firsts = [...new Map(links.toReversed().map((link) => [keyOf(link), link])).values()];
  const lasts = firsts.map((first) => latest(links.filter((link) => keyOf(link) === keyOf(first))));
  const { rows } = await sql<{ id: number; deviceId: string; chainKey: string }>`
    insert into play_chain (device_id, chain_key, position_id, first_told_at, last_told_at)
    select given.device_id, given.chain_key, given.position_id, given.told_at, given.told_at
    from unnest(${firsts.map(({ deviceId }) => deviceId)}::text[], ${firsts.map(({ chainKey }) => chainKey)}::text[],
      ${firsts.map(({ positionId }) => positionId)}::bigint[], ${lasts.map((ms) => new Date(ms))}::timestamptz[])
      as given (device_id, chain_key, position_id, told_at)
    where exists (select from play_chain known
        where known.device_id = given.device_id and known.chain_key = given.chain_key)
      or (select count(*) from play_chain other where other.position_id = given.position_id) < ${maxPlayChains}
    on conflict (device_id, chain_key) do update
      set last_told_at = greatest(play_chain.last_told_at, excluded.last_told_at)
    returning play_chain.id, play_chain.device_id, play_chain.chain_key`.execute(transaction);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
}

function latest(links: readonly PlayLink[]): number {
  return links.reduce((last, { toldAtMs }) => Math.max(last, toldAtMs), 0);
}

/** The first received version of a record is stored. */
async function insertLinks(transaction: Transaction<Database>, links: readonly KeptLink[]): Promise<void> {
  const { chainIds, sequences } = columnsOf(links);
  await sql`
    insert into play_link (chain_id, sequence, previous, hash, told_at)
    select * from unnest(${chainIds}::bigint[], ${sequences}::bigint[],
      ${links.map(({ previous }) => previous)}::text[], ${links.map(({ hash }) => hash)}::text[],
      ${links.map(({ toldAtMs }) => new Date(toldAtMs))}::timestamptz[])
    on conflict (chain_id, sequence) do nothing`.execute(transaction);
  await sql`
    update play_chain set known = play_chain.known + told.sequences
    from (
      select given.chain_id, range_agg(int8range(given.sequence, given.sequence + 1)) as sequences
      from unnest(${chainIds}::bigint[], ${sequences}::bigint[]) as given (chain_id, sequence)
      group by given.chain_id
    ) as told
    where play_chain.id = told.chain_id and not play_chain.known @> told.sequences`.execute(transaction);
}

async function nameOtherVersions(transaction: Transaction<Database>, links: readonly KeptLink[]): Promise<void> {
  const { chainIds, sequences } = columnsOf(links);
  await sql`
    insert into play_finding (chain_id, sequence, kind)
    select distinct given.chain_id, given.sequence, 'edited'
    from unnest(${chainIds}::bigint[], ${sequences}::bigint[], ${links.map(({ hash }) => hash)}::text[])
      as given (chain_id, sequence, hash)
    join play_link kept on kept.chain_id = given.chain_id and kept.sequence = given.sequence
    where kept.hash <> given.hash
    on conflict do nothing`.execute(transaction);
}

/** Compares each record with its successor. Either may have arrived first. */
async function nameBreaks(transaction: Transaction<Database>, links: readonly KeptLink[]): Promise<void> {
  const { chainIds, sequences } = columnsOf([
    ...links,
    ...links.map((link) => ({ ...link, sequence: link.sequence + 1 })),
  ]);
  await sql`
    insert into play_finding (chain_id, sequence, kind)
    select distinct later.chain_id, later.sequence, 'altered'
    from unnest(${chainIds}::bigint[], ${sequences}::bigint[]) as given (chain_id, sequence)
    join play_link later on later.chain_id = given.chain_id and later.sequence = given.sequence
    left join play_link earlier on earlier.chain_id = later.chain_id and earlier.sequence = later.sequence - 1
    where later.previous <> case when later.sequence = 1 then ${chainStart} else earlier.hash end
      and not exists (select from play_finding named where named.chain_id = later.chain_id
        and named.sequence = later.sequence and named.kind = 'reordered')
    on conflict do nothing`.execute(transaction);
}

/** Changes a finding from altered to reordered if the record that should precede exists at another sequence number. */
async function nameMoved(transaction: Transaction<Database>, chainIds: readonly number[]): Promise<void> {
  await sql`
    update play_finding set kind = 'reordered'
    from play_link moved, play_link elsewhere
    where play_finding.chain_id = any(${chainIds}::bigint[]) and play_finding.kind = 'altered'
      and moved.chain_id = play_finding.chain_id and moved.sequence = play_finding.sequence
      and elsewhere.chain_id = moved.chain_id
      and elsewhere.sequence between moved.sequence - ${nearby} and moved.sequence + ${nearby}
      and elsewhere.hash = moved.previous`.execute(transaction);
}

function columnsOf(links: readonly KeptLink[]) {
  return { chainIds: links.map(({ chainId }) => chainId), sequences: links.map(({ sequence }) => sequence) };
}
