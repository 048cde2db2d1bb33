import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { createEventTokens } from '../../../delivery/answer/signed-address/event-token.ts';
import { type Audience, noAudience, startSegmentFollower } from '../../../delivery/decide/audience/segment-follower.ts';
import { createDeliveryMetrics } from '../../../delivery/delivery-metrics.ts';
import { createBidTerms } from '../../../delivery/endpoints/openrtb/bid-terms.ts';
import { openExchangeRates } from '../../../delivery/endpoints/openrtb/exchange-rates.ts';
import { loadGppDecoder } from '../../../delivery/request/consent/gpp-string.ts';
import { createSessionTokens } from '../../../delivery/request/session/session-tokens.ts';
import { openGeoDatabase } from '../../../delivery/request/viewer/geo-database.ts';
import { openSegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import type { Config } from '../../../platform/config/config.ts';
import { createClientAddress } from '../../../platform/http/client-address.ts';
import { deriveKey, loadSecret } from '../../../platform/keys/derive-key.ts';
import { createLog, type Logger } from '../../../platform/log/log.ts';
import type { PlacardTokens } from '../calls/path-calls.ts';
import { ShadowContext, type ViewerRule } from './shadow-context.ts';

/** Time in which the files of audience segments are read: 10,000,000 members take a few seconds. */
const segmentsWithinMs = 60_000;
const pollMs = 20;

/** Whether audience segments are looked up: as they are now, or not, because there are none or they cannot be read. */
export type SegmentSource = 'current' | 'none' | 'unreadable';

export type OpenShadowContext = {
  readonly context: ShadowContext;
  readonly tokens: PlacardTokens;
  readonly segments: SegmentSource;
  readonly close: () => Promise<void>;
};

/** Opens what delivery uses to read requests: locations, exchange rates, segments, and the keys of tokens. */
export async function openShadowContext(
  config: Pick<Config, 'dataFolder' | 'secret' | 'context' | 'exchangeRates'>,
  options: { readonly viewer: ViewerRule; readonly assumesConsent: boolean; readonly snapshot: Snapshot },
): Promise<OpenShadowContext> {
  const log = createLog({ level: 'silent', name: 'shadow-run' });
  const { geoDatabase, trustedProxies, addressHeader, tcfVendorId, countryHeader, regionHeader } = config.context;
  const geo = geoDatabase === null ? null : await openGeoDatabase(geoDatabase, log);
  const rates = await openExchangeRates(config.exchangeRates, log);
  await loadGppDecoder();
  const secret = existingSecret(config);
  const { audience, segments, close } = await openAudience(config.dataFolder, secret, log);
  const loggedMs = (): number => context.loggedMs;
  const sessions =
    secret === null
      ? { read: () => null, keyOf: () => undefined }
      : createSessionTokens(deriveKey(secret, 'ad-session'), loggedMs);
  const context: ShadowContext = new ShadowContext({
    ...options,
    bidTerms: createBidTerms(rates),
    sources: {
      audience,
      sessions,
      tcfVendorId,
      clientAddress: createClientAddress(trustedProxies, addressHeader),
      addressHeader,
      geo,
      countryHeader,
      regionHeader,
    },
  });
  return {
    context,
    tokens: secret === null ? null : createEventTokens(deriveKey(secret, 'tracking-token')),
    segments,
    close: async () => {
      geo?.close();
      rates.close();
      await close();
    },
  };
}

/** A missing secret is not created, because the run changes nothing in the data folder. */
function existingSecret({ secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>): string | null {
  if (secret === null && !existsSync(join(dataFolder, 'secret'))) return null;
  return loadSecret({ configured: secret, dataFolder });
}

type OpenAudience = {
  readonly audience: Audience;
  readonly segments: SegmentSource;
  readonly close: () => Promise<void>;
};

async function openAudience(dataFolder: string, secret: string | null, log: Logger): Promise<OpenAudience> {
  const folder = openSegmentFolder(join(dataFolder, 'segments'));
  const state = secret === null ? null : await folder.current();
  if (secret === null || state === null) {
    return { audience: noAudience, segments: 'none', close: () => Promise.resolve() };
  }
  const startedMs = Date.now();
  const follower = startSegmentFollower({
    folder,
    key: deriveKey(secret, 'segment-member'),
    log,
    metrics: createDeliveryMetrics('shadow-run'),
    // One time for the whole run, so that the memberships are the same for all requests.
    now: () => startedMs,
  });
  const endMs = performance.now() + segmentsWithinMs;
  while (follower.sequence() === 0 && performance.now() < endMs) await sleep(pollMs);
  const segments = follower.sequence() === 0 ? 'unreadable' : 'current';
  return { audience: follower, segments, close: () => follower.close() };
}
