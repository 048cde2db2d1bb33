import { z } from 'zod';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText, sealText } from '../../../platform/keys/sealed-text.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { clearCookie, readCookie, setCookie } from '../session/session-cookie.ts';

/** A sign-in that has gone to an identity provider and is expected back, in this browser alone. */
export type Flow = z.output<typeof flowSchema>;

const flowSchema = z.strictObject({
  providerId: z.int(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** Epoch ms. */
  beganAtMs: z.number(),
});

/** Longer nobody takes to sign in there. */
const lifeSeconds = 10 * 60;
/** A state that one of our cookies could be named after. */
const statePattern = /^[\w-]{43}$/;

/** A Set-Cookie header that remembers it, readable and writable by nobody but us. */
export function keepFlow(flow: Flow, { secret, config }: ManagementServices): string {
  const value = sealText(deriveKey(secret, 'sign-in-flow'), JSON.stringify(flow));
  return setCookie({ name: nameOf(flow.state), value, maxAgeSeconds: lifeSeconds }, config);
}

/** What was remembered of the sign-in with this state; null: nothing, or too long ago. */
export function readFlow(
  cookies: string | undefined,
  state: unknown,
  { secret, config, nowMs }: ManagementServices,
): Flow | null {
  if (typeof state !== 'string' || !statePattern.test(state)) return null;
  const value = readCookie(cookies, nameOf(state), config);
  const text = value === null ? null : openSealedText(deriveKey(secret, 'sign-in-flow'), value);
  if (text === null) return null;
  const flow = flowSchema.parse(JSON.parse(text));
  const ageMs = (nowMs?.() ?? Date.now()) - flow.beganAtMs;
  return flow.state === state && ageMs < lifeSeconds * 1000 ? flow : null;
}

/** A Set-Cookie header that forgets it: a sign-in comes back once. */
export function forgetFlow(state: string, { config }: ManagementServices): string {
  return clearCookie(nameOf(state), config);
}

/** One for each, so that sign-ins in two tabs do not disturb each other. */
function nameOf(state: string): string {
  return `sign-in-${state.slice(0, 12)}`;
}
