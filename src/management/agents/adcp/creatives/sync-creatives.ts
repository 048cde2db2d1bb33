/*
 * Creatives of buyer agents.
 *
 * - `sync-creatives.ts`: the tool. `sync-options.ts`: its options. `draft-of-creative.ts`: assets of the protocol as a
 *   creative of Placard. `fetch-file.ts`, `prepare-creative.ts`: files at addresses of the buyer.
 *   `save-agent-creative.ts`: saving through the write service.
 * - `agent-creatives.ts`, `read-agent-creatives.ts`: the IDs of the buyer. `read-formats.ts`: IDs of formats.
 * - `list-creatives.ts`, `present-agent-creative.ts`: the library. `creative-delivery.ts`: its reports.
 * - `preview-creative.ts`, `preview-of-manifest.ts`: previews. `build-creative.ts`, `read-tag-positions.ts`: tags.
 * - `creative-fault.ts`: errors of one creative.
 *
 * See docs/decisions/0243-creatives-of-buyer-agents.md.
 */

import { AdcpError, type SyncCreativesRow } from '@adcp/sdk/server';

import { dryRun, inTransaction, type RecordCall } from '../../../records/change.ts';
import { creativeResource } from '../../../resources/creative/creative-resource.ts';
import { withStoredFiles } from '../../../resources/creative/files/with-stored-files.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { type BuyerScope, readAgentCreativeRows } from './agent-creatives.ts';
import { faultsOf } from './creative-fault.ts';
import { type PreparedCreative, prepareCreative } from './prepare-creative.ts';
import type { CreativeGiven, ProtocolError } from './protocol-types.ts';
import { readAcceptedFormats } from './read-formats.ts';
import { archiveAgentCreative, type SavedCreative, saveAgentCreative } from './save-agent-creative.ts';
import { type SyncOptions, syncOptionsOf } from './sync-options.ts';

/** Time for all files of a call. A client waits for the response. */
const fetchMs = 25_000;

type Result = { readonly prepared: PreparedCreative } | { readonly errors: readonly ProtocolError[] };

/** Creates and changes creatives: the tool `sync_creatives`. Results are in the order of the call. */
export async function syncCreatives(
  context: SellerContext,
  creatives: readonly CreativeGiven[],
  accountId: string,
): Promise<SyncCreativesRow[]> {
  requireScopes(context, 'creatives:write');
  const account = context.buyer.accounts.find((one) => one.accountId === accountId);
  if (account === undefined) throw new AdcpError('ACCOUNT_NOT_FOUND', { message: 'The account is required' });
  const options = syncOptionsOf(context.toolArguments, creatives);
  const scope: BuyerScope = { buyerAgentId: context.buyer.id, accountId };
  const wanted = creatives.flatMap((creative, index) => (options.isWanted(creative) ? [{ creative, index }] : []));
  const known = await readAgentCreativeRows(context.services.database, scope, 'all');
  const formats = await readAcceptedFormats(
    context.services.database,
    wanted.map(({ creative }) => creative.format_id),
    context.buyer,
  );
  const signal = AbortSignal.timeout(fetchMs);
  const results = await Promise.all(
    wanted.map(async ({ creative, index }): Promise<Result> => {
      const given = { creative, format: formats.get(creative.format_id.id), known: known.get(creative.creative_id) };
      return withFaults(index, async () => ({
        prepared: await prepareCreative(context, { ...given, brandId: account.brandId }, { signal, ...options }),
      }));
    }),
  );
  const tried = await tryAll(context, scope, { wanted, results, options });
  const rows: SyncCreativesRow[] = [];
  for (const [at, { creative, index }] of wanted.entries()) {
    const result = tried[at] as Result;
    const saved =
      'errors' in result ? result : await withFaults(index, () => save(context, scope, result.prepared, options));
    rows.push(rowOf(creative.creative_id, saved));
  }
  return [...rows, ...(await removeMissing(context, scope, { creatives, options }))];
}

/** With validation mode `strict`, nothing is saved if one creative is invalid. */
async function tryAll(
  context: SellerContext,
  scope: BuyerScope,
  {
    wanted,
    results,
    options,
  }: {
    readonly wanted: readonly { readonly index: number }[];
    readonly results: readonly Result[];
    readonly options: SyncOptions;
  },
): Promise<readonly Result[]> {
  if (options.mode === 'lenient' || results.length < 2) return results;
  const tried: Result[] = [];
  for (const [at, { index }] of wanted.entries()) {
    const result = results[at] as Result;
    if ('errors' in result) tried.push(result);
    else {
      const outcome = await withFaults(index, async () => {
        await save(context, scope, result.prepared, { ...options, isDryRun: true });
        return result;
      });
      tried.push(outcome);
    }
  }
  if (!tried.some((result) => 'errors' in result)) return results;
  const message = 'Not saved, because another creative of the call is invalid and validation_mode is strict';
  return tried.map((result) => ('errors' in result ? result : { errors: [{ code: 'VALIDATION_ERROR', message }] }));
}

async function withFaults<Success>(
  index: number,
  work: () => Promise<Success>,
): Promise<Success | { readonly errors: readonly ProtocolError[] }> {
  try {
    return await work();
  } catch (error) {
    return { errors: faultsOf(error, index) };
  }
}

function recordCallOfAgent({ services, caller, requestId }: SellerContext): RecordCall {
  return { services, caller, requestId };
}

async function save(
  context: SellerContext,
  scope: BuyerScope,
  prepared: PreparedCreative,
  { isDryRun }: Pick<SyncOptions, 'isDryRun'>,
): Promise<SavedCreative> {
  const call = recordCallOfAgent(context);
  const { services } = context;
  const resource = creativeResource(services.config);
  if (isDryRun) {
    return dryRun(call, (change) => saveAgentCreative(change, { scope, resource, keep: async () => {} }, prepared));
  }
  return withStoredFiles(services, prepared.sets, (keep) =>
    inTransaction(services.database, (transaction) =>
      saveAgentCreative({ ...call, transaction }, { scope, resource, keep }, prepared),
    ),
  );
}

/** Archives the creatives of the account that the call does not contain. */
async function removeMissing(
  context: SellerContext,
  scope: BuyerScope,
  { creatives, options }: { readonly creatives: readonly CreativeGiven[]; readonly options: SyncOptions },
): Promise<SyncCreativesRow[]> {
  if (!options.deletesMissing) return [];
  const given = new Set(creatives.map(({ creative_id: id }) => id));
  const known = await readAgentCreativeRows(context.services.database, scope, 'all');
  const call = recordCallOfAgent(context);
  const resource = creativeResource(context.services.config);
  const rows: SyncCreativesRow[] = [];
  for (const { key, creativeId } of known.values()) {
    if (given.has(key)) continue;
    const removed = await withFaults(0, async () => ({
      archived: options.isDryRun
        ? await dryRun(call, (change) => archiveAgentCreative(change, resource, creativeId))
        : await inTransaction(context.services.database, (transaction) =>
            archiveAgentCreative({ ...call, transaction }, resource, creativeId),
          ),
    }));
    if ('errors' in removed) rows.push({ creative_id: key, action: 'failed', errors: withoutPaths(removed.errors) });
    else if (removed.archived) rows.push({ creative_id: key, action: 'deleted' });
  }
  return rows;
}

/** A creative that the call does not contain has no path in it. */
function withoutPaths(errors: readonly ProtocolError[]): ProtocolError[] {
  return errors.map(({ field: _, ...error }) => error);
}

function rowOf(
  creativeId: string,
  saved: SavedCreative | { readonly errors: readonly ProtocolError[] },
): SyncCreativesRow {
  if ('errors' in saved) {
    return { creative_id: creativeId, action: 'failed', errors: [...saved.errors] };
  }
  const { action, status, platformId, warnings } = saved;
  return {
    creative_id: creativeId,
    action,
    status,
    ...(platformId !== null && { platform_id: String(platformId) }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}
