import { z } from 'zod';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText, sealText } from '../../../platform/keys/sealed-text.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { clearCookie, readCookie, setCookie } from '../session/session-cookie.ts';

/** State of a sign-in that was sent to an identity provider. Valid only in this browser. */
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

/** Longest duration of a sign-in at the provider, in seconds. */
const lifeSeconds = 10 * 60;
/** States that can be part of a cookie name. */
const statePattern = /^[\w-]{43}$/;

/** Returns a Set-Cookie header with the encrypted flow. Only this server can read or modify it. */
export function keepFlow(flow: Flow, { secret, config }: ManagementServices): string {
  const value = sealText(deriveKey(secret, 'sign-in-flow'), JSON.stringify(flow));
  return setCookie({ name: nameOf(flow.state), value, maxAgeSeconds: lifeSeconds }, config);
}

/** Returns the stored flow of the sign-in with this state. null if it is missing, invalid or expired. */
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

/** Returns a Set-Cookie header that removes the flow, so that a response is accepted once. */
export function forgetFlow(state: string, { config }: ManagementServices): string {
  return clearCookie(nameOf(state), config);
}

/** One cookie per sign-in, so that sign-ins in two tabs do not interfere. */
function nameOf(state: string): string {
  return `sign-in-${state.slice(0, 12)}`;
}
