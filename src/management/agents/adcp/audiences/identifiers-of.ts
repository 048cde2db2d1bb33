import type { SyncAudiencesRequest } from '@adcp/sdk/types';
import { isIdentifier } from '../../../../core/targeting/viewer-identifier.ts';

/** An audience of a call. */
export type AudienceGiven = NonNullable<SyncAudiencesRequest['audiences']>[number];

type Member = NonNullable<AudienceGiven['add']>[number];

/** An identifier as in ad requests: a parameter, or the source of an extended identifier. */
type Identifier = { readonly kind: string; readonly value: string };

/** Sources of extended identifiers (OpenRTB `eids`) by the type of the protocol. Others have no source. */
const sources: Readonly<Record<string, string>> = {
  rampid: 'liveramp.com',
  id5: 'id5-sync.com',
  uid2: 'uidapi.com',
  euid: 'euid.eu',
  pairid: 'google.com',
  maid: 'maid',
  hashed_email: 'hashed-email',
  publisher_first_party: 'ui',
};

/**
 * Returns the identifiers of a member that ad requests can contain. Hashes of e-mail addresses and phone numbers match
 * requests with an extended identifier of the source `hashed-email` or `hashed-phone`.
 */
export function identifiersOf({ hashed_email: email, hashed_phone: phone, uids = [] }: Member): readonly Identifier[] {
  const given = [
    { kind: 'hashed-email', value: email },
    { kind: 'hashed-phone', value: phone },
    ...uids.map(({ type, value }) => ({ kind: sources[type], value })),
  ];
  return given.flatMap(({ kind, value }) =>
    kind === undefined || value === undefined || !isIdentifier(value) ? [] : [{ kind, value }],
  );
}
