import { AdcpError, type SyncAudiencesRow } from '@adcp/sdk/server';
import { inTransaction } from '../../../records/change.ts';
import type { BuyerScope } from '../creatives/agent-creatives.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import type { AudienceGiven } from './identifiers-of.ts';
import { type AudienceState, readAudiences } from './read-audiences.ts';
import { removeAudience, saveAudience } from './save-audience.ts';

/** Most audiences of an account. Each of them is a segment. */
const maxAudiences = 200;

/**
 * Creates, changes and deletes audiences of an account: the tool `sync_audiences`. A call without audiences lists those
 * of the account. Identifiers of members are stored only under the key of segment files, and never returned or logged.
 */
export async function syncAudiences(
  context: SellerContext,
  audiences: readonly AudienceGiven[],
  accountId: string,
): Promise<SyncAudiencesRow[]> {
  requireScopes(context, 'campaigns:write');
  const { services, buyer, toolArguments } = context;
  if (!buyer.accounts.some((one) => one.accountId === accountId)) {
    throw new AdcpError('ACCOUNT_NOT_FOUND', { message: 'The account is required', field: 'account' });
  }
  const scope: BuyerScope = { buyerAgentId: buyer.id, accountId };
  const before = await readAudiences(services.database, scope);
  const isListing = toolArguments['audiences'] === undefined;
  const deletesMissing = toolArguments['delete_missing'] === true;
  if (isListing) return before.map((state) => rowOf(state, 'unchanged', 0));
  requireDistinct(audiences);
  const rows: SyncAudiencesRow[] = [];
  for (const audience of audiences) rows.push(await syncOne(context, scope, audience));
  const given = new Set(audiences.map(({ audience_id: id }) => id));
  for (const { key } of deletesMissing ? before.filter((state) => !given.has(state.key)) : []) {
    rows.push(await syncOne(context, scope, { audience_id: key, delete: true }));
  }
  return rows;
}

/** Returns the status of audiences of an account. Unknown ones are missing. */
export async function pollAudiences({ services, buyer }: SellerContext, ids: readonly string[], accountId: string) {
  const states = await readAudiences(services.database, { buyerAgentId: buyer.id, accountId }, ids);
  return new Map(states.map(({ key, status }) => [key, status]));
}

async function syncOne(
  { services }: SellerContext,
  scope: BuyerScope,
  audience: AudienceGiven,
): Promise<SyncAudiencesRow> {
  const { audience_id: key } = audience;
  const { database } = services;
  if (audience.delete === true) {
    const isRemoved = await inTransaction(database, (transaction) => removeAudience(transaction, scope, key));
    return isRemoved
      ? { audience_id: key, action: 'deleted' }
      : failed(key, 'REFERENCE_NOT_FOUND', 'The account has no such audience');
  }
  const [known] = await readAudiences(database, scope, [key]);
  if (known === undefined && (await readAudiences(database, scope)).length >= maxAudiences) {
    return failed(key, 'VALIDATION_ERROR', `An account has at most ${maxAudiences} audiences`);
  }
  const fault = faultOf(audience);
  if (fault !== null) return failed(key, 'VALIDATION_ERROR', fault);
  const isChanged = await inTransaction(database, (transaction) =>
    saveAudience(transaction, { scope, audience, secret: services.secret }),
  );
  const [state] = await readAudiences(database, scope, [key]);
  if (state === undefined) throw new Error('an audience was saved but cannot be read');
  const action = known === undefined ? 'created' : isChanged ? 'updated' : 'unchanged';
  return rowOf(state, action, audience.add?.length ?? 0);
}

const maxTextLength = 255;

/** Texts of a buyer are data: one line of limited length. */
function faultOf({ audience_id: key, name = '', tags = [] }: AudienceGiven): string | null {
  const isFine = [key, name, ...tags].every((text) => text.length <= maxTextLength && !/[\p{Cc}\p{Cs}]/u.test(text));
  return key.length > 0 && isFine
    ? null
    : `Texts must have at most ${maxTextLength} characters and no control characters`;
}

function requireDistinct(audiences: readonly AudienceGiven[]): void {
  const seen = new Set<string>();
  for (const [index, { audience_id: id }] of audiences.entries()) {
    if (seen.has(id)) {
      const field = `audiences[${index}].audience_id`;
      throw new AdcpError('INVALID_REQUEST', { message: 'The call contains an audience twice', field });
    }
    seen.add(id);
  }
}

function rowOf(
  { key, name, segmentCode, status, uploaded, minimumSize, syncedAt }: AudienceState,
  action: 'created' | 'updated' | 'unchanged',
  uploadedNow: number,
): SyncAudiencesRow {
  return {
    audience_id: key,
    name,
    seller_id: segmentCode,
    action,
    status,
    uploaded_count: uploadedNow,
    total_uploaded_count: uploaded,
    last_synced_at: syncedAt.toISOString(),
    ...(status === 'too_small' && { minimum_size: minimumSize }),
  };
}

function failed(audienceId: string, code: string, message: string): SyncAudiencesRow {
  return { audience_id: audienceId, action: 'failed', errors: [{ code, message }] };
}
