import type { AdRequest, RequestParameters } from '../../core/decision/ad-request.ts';
import { isIdentifier, memberIdentifier } from '../../core/targeting/viewer-identifier.ts';
import type { VideoOptions } from '../answer/player-support.ts';
import type { Session } from './session/session-tokens.ts';

/** An ad request as it was read, with the objects of its body that say more than the parameters, as OpenRTB has them. */
export type ReadRequest = AdRequest & {
  readonly user?: unknown;
  readonly regs?: unknown;
  readonly video?: VideoOptions;
  /** As its answer tells the client; left out: the answer tells nothing. */
  readonly session?: Session;
};

/** Sources of identifiers that are looked at. */
const maxSources = 20;
/** Identifiers of one viewer that are looked up. */
const maxIdentifiers = 20;

/**
 * Parameters that name a viewer, the most lasting first: the user id of the page or app, the advertising id of a device,
 * the hash of a device id, the player of a screen, the id of ID5. A fingerprint of the browser (`fp`) is none: nobody
 * agreed to it. Source: wire-protocol 2.4.
 */
const parameterKeys = ['ui', 'xz', 'xs', 'pi', 'x5'] as const;

/**
 * What tells this viewer from another for frequency caps: the first identifier that was sent, with its kind; undefined
 * without one. To be asked only where the viewer has consented. Source: wire-protocol 2.3 and 2.4.
 */
export function readViewerKey(parameters: RequestParameters, user: unknown): string | undefined {
  for (const key of parameterKeys) {
    const identifier = parameters.get(key)?.find(isIdentifier);
    if (identifier !== undefined) return memberIdentifier(key, identifier);
  }
  return readUserId(user);
}

/** The user of the publisher's own accounts, as `ui` or in the body; undefined without one. To be asked only with consent. */
export function readFirstPartyKey(parameters: RequestParameters, user: unknown): string | undefined {
  const { id } = fieldsOf(user);
  const identifier = parameters.get('ui')?.find(isIdentifier) ?? (isIdentifier(id) ? id : undefined);
  return identifier === undefined ? undefined : memberIdentifier('ui', identifier);
}

/** Whoever a parameter of its own names, as a household; undefined without one. */
export function readNamedKey(parameters: RequestParameters, key: string): string | undefined {
  const identifier = parameters.get(key)?.find(isIdentifier);
  return identifier === undefined ? undefined : memberIdentifier(key, identifier);
}

/** The identifier of a partner that the browser keeps since a user sync; the first by the partner's name. */
export function readSyncedKey(users: ReadonlyMap<string, string>): string | undefined {
  const [first] = [...users].map(([partner, identifier]) => memberIdentifier(partner, identifier)).sort();
  return first;
}

/**
 * Every identifier that names the viewer, as segments have them: those of parameters, `user.id` as `ui`, each extended
 * identifier under its source, and what partners said in a user sync. To be asked only with consent.
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

/** `user.id`, else the first id of `user.ext.eids` by the name of its source: their order is that of the page's modules. */
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
