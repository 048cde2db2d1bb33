import { randomBytes } from 'node:crypto';
import { noAudience } from '../../../src/delivery/decide/audience/segment-follower.ts';
import type { ContextSources } from '../../../src/delivery/request/context-sources.ts';
import type { ContextExchange } from '../../../src/delivery/request/request-context.ts';
import { createSessionTokens } from '../../../src/delivery/request/session/session-tokens.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { createClientAddress } from '../../../src/platform/http/client-address.ts';

/** Returns an exchange with only the given values. Header names are in lowercase. */
export function exchangeWith(
  headers: Readonly<Record<string, string | undefined>> = {},
  change: Partial<ContextExchange> = {},
): ContextExchange {
  const header = (name: string) => headers[name];
  return { target: '/', peer: '192.0.2.1', header, fields: header, ...change };
}

/** Returns the context sources of a process without settings. */
export function sourcesWith(change: Partial<ContextSources> = {}): ContextSources {
  const { trustedProxies, addressHeader } = readConfig({}, 'all').context;
  return {
    audience: noAudience,
    sessions: createSessionTokens(randomBytes(32), Date.now),
    tcfVendorId: null,
    clientAddress: createClientAddress(trustedProxies, addressHeader),
    addressHeader,
    geo: null,
    countryHeader: null,
    regionHeader: null,
    ...change,
  };
}
