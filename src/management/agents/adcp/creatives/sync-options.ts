import { AdcpError } from '@adcp/sdk/server';
import type { CreativeGiven, SyncArguments } from './protocol-types.ts';

/** Options of a call of `sync_creatives`. */
export type SyncOptions = {
  readonly isDryRun: boolean;
  readonly mode: 'strict' | 'lenient';
  readonly deletesMissing: boolean;
  /** Whether the call is limited to some creatives and this is one of them, or it is not limited. */
  readonly isWanted: (creative: CreativeGiven) => boolean;
};

/** Longest ID of a creative of a buyer. */
const maxKeyLength = 255;

/** Returns the options of a call after checking that they agree. The schema of the protocol has been applied. */
export function syncOptionsOf(
  given: Readonly<Record<string, unknown>>,
  creatives: readonly CreativeGiven[],
): SyncOptions {
  const request = given as SyncArguments;
  const { creative_ids: only, delete_missing: deletesMissing = false } = request;
  if (deletesMissing && only !== undefined) {
    throw new AdcpError('INVALID_REQUEST', {
      message: 'delete_missing applies to all creatives of the account. Remove creative_ids',
      field: 'delete_missing',
    });
  }
  const seen = new Set<string>();
  for (const [index, { creative_id: id }] of creatives.entries()) {
    const field = `creatives[${index}].creative_id`;
    if (seen.has(id)) {
      throw new AdcpError('INVALID_REQUEST', { message: 'The call contains a creative twice', field });
    }
    if (id.length === 0 || id.length > maxKeyLength || /\p{Cc}/u.test(id)) {
      throw new AdcpError('INVALID_REQUEST', {
        message: `creative_id must have 1 to ${maxKeyLength} characters and no control characters`,
        field,
      });
    }
    seen.add(id);
  }
  return {
    isDryRun: request.dry_run ?? false,
    mode: request.validation_mode ?? 'strict',
    deletesMissing,
    isWanted: ({ creative_id: id }) => only === undefined || only.includes(id),
  };
}
