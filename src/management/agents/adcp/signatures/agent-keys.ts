import type { AdcpJsonWebKey } from '@adcp/sdk/signing/server';
import { z } from 'zod';
import { maxKeyIdLength } from '../../../../core/vocabulary/limits/selling-limits.ts';
import { RefusedAddress } from '../../../../platform/outgoing/address-guard.ts';
import type { OutgoingCall } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';
import { SignatureFault } from './signature-fault.ts';

type FetchKeys = (url: string, call: OutgoingCall) => Promise<Response>;

type Options = { readonly fetchKeys: FetchKeys; readonly nowMs: () => number };

/** Keys of an agent, or why they could not be fetched. */
type KeySet = {
  readonly keys: ReadonlyMap<string, AdcpJsonWebKey>;
  readonly fetchedMs: number;
  readonly refetchedMs: number;
  readonly fault: SignatureFault | null;
};

/** Time after which keys are fetched again. The protocol permits 15 minutes. */
const freshMs = 5 * 60_000;
/** Time for which known keys are used while their server does not respond. */
const staleMs = 15 * 60_000;
/** Interval of repeated fetches, for unknown keys and after failures. Source: AdCP 3.0, JWKS discovery. */
const cooldownMs = 30_000;
const timeoutMs = 3_000;
const maxBytes = 64 * 1024;
const maxKeys = 100;
/** Key sets held in memory. The one that was fetched first is removed. */
const maxSets = 500;
/** Key sets fetched at a time. */
const maxFetches = 8;
const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; Placard; keys of a buyer agent)',
  accept: 'application/json',
};

const setSchema = z.object({ keys: z.array(z.unknown()).max(maxKeys) });
const keySchema = z.looseObject({ kid: z.string().min(1).max(maxKeyIdLength), kty: z.string() });

/**
 * Creates a cache of public keys, which returns a key by the URL of its set and its ID. null: the set does not contain
 * the key. An unknown key is looked up again, at most every 30 seconds, so that a new key of an agent is accepted at
 * once. A removed key is refused after 5 minutes.
 *
 * @throws SignatureFault if the keys cannot be fetched
 */
export function createAgentKeys({ fetchKeys, nowMs }: Options) {
  const sets = new Map<string, KeySet>();
  const running = new Map<string, Promise<KeySet>>();
  const inTurn = limitConcurrency(maxFetches);

  async function fetchSet(url: string, known: KeySet | undefined): Promise<KeySet> {
    const refetchedMs = known === undefined ? Number.NEGATIVE_INFINITY : nowMs();
    const result = await inTurn(() => fetchKeySet(url, fetchKeys));
    const set: KeySet =
      result instanceof SignatureFault
        ? { keys: new Map(), fetchedMs: Number.NEGATIVE_INFINITY, ...known, refetchedMs: nowMs(), fault: result }
        : { keys: result, fetchedMs: nowMs(), refetchedMs, fault: null };
    sets.delete(url);
    sets.set(url, set);
    const [oldest] = sets.keys();
    if (sets.size > maxSets && oldest !== undefined) sets.delete(oldest);
    return set;
  }

  /** Calls that need the same keys at a time wait for one fetch. */
  async function fetchOnce(url: string): Promise<KeySet> {
    const current = running.get(url) ?? fetchSet(url, sets.get(url)).finally(() => running.delete(url));
    running.set(url, current);
    return current;
  }

  return async function keyOf(url: string, keyId: string): Promise<AdcpJsonWebKey | null> {
    let set = sets.get(url);
    if (set === undefined) set = await fetchOnce(url);
    else {
      const isCurrent = set.fault === null && nowMs() - set.fetchedMs < freshMs && set.keys.has(keyId);
      if (!isCurrent && nowMs() - set.refetchedMs >= cooldownMs) set = await fetchOnce(url);
    }
    if (set.fault !== null && nowMs() - set.fetchedMs >= staleMs) throw set.fault;
    return set.keys.get(keyId) ?? null;
  };
}

async function fetchKeySet(url: string, fetchKeys: FetchKeys): Promise<KeySet['keys'] | SignatureFault> {
  try {
    const answer = await fetchKeys(url, { headers, timeoutMs, maxBytes });
    if (answer.status >= 300 && answer.status < 400) return untrusted('the address of the keys redirects');
    if (answer.status !== 200) return unavailable(`the status is ${answer.status}`);
    return keysOf(setSchema.parse(await answer.json()).keys);
  } catch (error) {
    if (error instanceof RefusedAddress) return untrusted('the address of the keys is not allowed');
    return unavailable(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the valid keys. An ID that occurs twice identifies no key. */
function keysOf(given: readonly unknown[]): Map<string, AdcpJsonWebKey> {
  const keys = new Map<string, AdcpJsonWebKey>();
  const seen = new Set<string>();
  for (const value of given) {
    const { data } = keySchema.safeParse(value);
    if (data === undefined) continue;
    if (seen.has(data.kid)) keys.delete(data.kid);
    else keys.set(data.kid, data);
    seen.add(data.kid);
  }
  return keys;
}

const untrusted = (reason: string) => new SignatureFault('request_signature_jwks_untrusted', reason);
const unavailable = (reason: string) => new SignatureFault('request_signature_jwks_unavailable', reason);
