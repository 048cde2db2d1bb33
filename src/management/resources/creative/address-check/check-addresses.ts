/*
 * Checks third-party URLs in creatives and VAST documents.
 *
 * - `third-party-addresses.ts`: the URLs. `fetch-step.ts`: one request, through `platform/outgoing`.
 * - `check-addresses.ts`: follows redirects and wrappers. `address-checks.ts`: stores results.
 * - `start-address-checks.ts`: runs pending checks, in one worker. `check-addresses-route.ts`: on request.
 */

import { randomInt } from 'node:crypto';
import { addressCheckMs, maxVastDocuments } from '../../../../core/vocabulary/limits/creative-limits.ts';
import type { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { readVast } from '../../../../platform/vast/read-vast.ts';
import { type FetchOptions, type FetchStep, fetchStep } from './fetch-step.ts';
import type { ThirdPartyAddresses } from './third-party-addresses.ts';

/** Most bytes read of a script, sufficient to confirm that it exists. */
const codeBytes = 1_024;

/**
 * Fetches the third-party resources of a creative and returns the result for each URL: the scripts of its markup, and
 * its VAST document with all wrapped documents. Responses are never executed, stored or shown. Source:
 * docs/decisions/0063-third-party-addresses.md.
 */
export async function checkAddresses(
  { vast, code }: ThirdPartyAddresses,
  outgoingFetch: ReturnType<typeof createOutgoingFetch>,
  end?: AbortSignal,
): Promise<readonly FetchStep[]> {
  const timeout = AbortSignal.timeout(addressCheckMs);
  const options = { outgoingFetch, signal: end === undefined ? timeout : AbortSignal.any([timeout, end]) };
  const steps: FetchStep[] = [];
  if (vast !== null) steps.push(...(await checkVast(vast, options)));
  for (const address of code) {
    const fetched = await fetchStep(withoutPlaceholders(address), { ...options, firstBytes: codeBytes });
    steps.push(...fetched.steps);
  }
  return steps;
}

async function checkVast(address: string, options: FetchOptions): Promise<readonly FetchStep[]> {
  const steps: FetchStep[] = [];
  let next: string | null = address;
  for (let document = 1; next !== null; document += 1) {
    if (document > maxVastDocuments) {
      steps.push({ url: next, status: null, code: 'WRAPPERS_TOO_DEEP' });
      break;
    }
    const fetched = await fetchStep(withoutPlaceholders(next), options);
    steps.push(...fetched.steps);
    if (fetched.text === null) break;
    const { fault, hasAd, wraps } = await readVast(fetched.text);
    const last = steps.at(-1);
    const code = fault !== null ? 'VAST_INVALID' : hasAd ? null : 'VAST_EMPTY';
    if (last !== undefined && code !== null) steps.splice(-1, 1, { ...last, code });
    next = fault === null ? wraps : null;
  }
  return steps;
}

/**
 * Replaces macros as a player does: a random number, and empty text for values that only a player knows. Source: VAST
 * 4.2, 6.
 */
function withoutPlaceholders(address: string): string {
  return address
    .replace(/(?:\[|%5B)CACHEBUSTING(?:\]|%5D)/gi, String(randomInt(10_000_000, 99_999_999)))
    .replace(/\[[A-Za-z][\w:;,.-]*\]/g, '');
}
