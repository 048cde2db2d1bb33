import type { AdRequest, RequestParameters } from '../../core/decision/ad-request.ts';
import { isIdentifier, memberIdentifier } from '../../core/targeting/viewer-identifier.ts';
import type { VideoOptions } from '../answer/player-support.ts';
import type { Session } from './session/session-tokens.ts';

/** A parsed ad request with the objects of its body that contain more than the parameters, as in OpenRTB. */
export type ReadRequest = AdRequest & {
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly video?: VideoOptions;
  /** Session for the response. Omitted if the response cannot carry a token. */
  readonly session?: Session;
};

/** Most sources of identifiers that are read. */
const maxSources = 20;
/** Most identifiers of one viewer that are looked up. */
const maxIdentifiers = 20;

/**
 * Parameters that identify a viewer, most persistent first: user ID of the page or app, advertising ID of a device,
 * hash of a device ID, player of a screen, ID5. A browser fingerprint (`fp`) is not used, because viewers have not
 * consented to it. Source: wire-protocol 2.4.
 */
const parameterKeys = ['ui', 'xz', 'xs', 'pi', 'x5'] as const;

/**
 * Returns the key of the viewer for frequency caps and reach: the first identifier of the request with its type, or undefined.
 * Must be called only with consent. Source: wire-protocol 2.3 and 2.4.
 */
export function readViewerKey(parameters: RequestParameters, user: unknown): string | undefined {
  for (const key of parameterKeys) {
    const identifier = parameters.get(key)?.find(isIdentifier);
    if (identifier !== undefined) return memberIdentifier(key, identifier);
  }
  return readUserId(user);
}

/**
 * Returns the user of the publisher's own accounts, from `ui` or the body, or undefined. Must be called only with
 * consent.
 */
export function readFirstPartyKey(parameters: RequestParameters, user: unknown): string | undefined {
  const { id } = fieldsOf(user);
  const identifier = parameters.get('ui')?.find(isIdentifier) ?? (isIdentifier(id) ? id : undefined);
  return identifier === undefined ? undefined : memberIdentifier('ui', identifier);
}

/** Returns the identifier of a dedicated parameter, such as a household, or undefined. */
export function readNamedKey(parameters: RequestParameters, key: string): string | undefined {
  const identifier = parameters.get(key)?.find(isIdentifier);
  return identifier === undefined ? undefined : memberIdentifier(key, identifier);
}

/** Returns the identifier of a partner that a user sync stored in the browser, the first by partner name. */
export function readSyncedKey(users: ReadonlyMap<string, string>): string | undefined {
  const [first] = [...users].map(([partner, identifier]) => memberIdentifier(partner, identifier)).sort();
  return first;
}

/**
 * Returns all identifiers of the viewer in the format of segments: parameters, `user.id` as `ui`, extended identifiers
 * under their source, and identifiers of a user sync. Must be called only with consent.
 */
export function readMemberIdentifiers(
  parameters: RequestParameters,
  user: unknown,
  synced: ReadonlyMap<string, string>,
): readonly string[] {
  const found: string[] = [];
  for (const key of parameterKeys) {
    for (const value of parameters.get(key) ?? []) if (isIdentifier(value)) found.push(memberIdentifier(key, value));
  }
  const { id, ext } = fieldsOf(user);
  if (isIdentifier(id)) found.push(memberIdentifier('ui', id));
  const { eids } = fieldsOf(ext);
  for (const eid of Array.isArray(eids) ? eids.slice(0, maxSources) : []) {
    const { source, uids } = fieldsOf(eid);
    if (typeof source !== 'string' || !Array.isArray(uids)) continue;
    for (const uid of uids.slice(0, maxSources)) {
      const { id: extended } = fieldsOf(uid);
      if (isIdentifier(extended)) found.push(memberIdentifier(source, extended));
    }
  }
  for (const [partner, identifier] of synced) found.push(memberIdentifier(partner, identifier));
  return found.slice(0, maxIdentifiers);
}

/**
 * Returns `user.id`, or the first ID of `user.ext.eids` by source name, because their order depends on the modules of
 * the page.
 */
function readUserId(user: unknown): string | undefined {
  const { id, ext } = fieldsOf(user);
  if (isIdentifier(id)) return memberIdentifier('user', id);
  const { eids } = fieldsOf(ext);
  if (!Array.isArray(eids)) return undefined;
  const keys = eids.slice(0, maxSources).flatMap((eid: unknown) => {
    const { source, uids } = fieldsOf(eid);
    const first = Array.isArray(uids) ? fieldsOf(uids[0])['id'] : undefined;
    return typeof source === 'string' && isIdentifier(first) ? [memberIdentifier(source, first)] : [];
  });
  return keys.sort()[0];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
