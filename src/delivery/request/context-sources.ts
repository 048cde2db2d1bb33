import type { Logger } from 'pino';
import type { ContextSettings } from '../../platform/config/config.ts';
import { type ClientAddress, createClientAddress } from '../../platform/http/client-address.ts';
import type { Audience, SegmentFollower } from '../decide/audience/segment-follower.ts';
import type { SessionTokens } from './session/session-tokens.ts';
import { type GeoDatabase, openGeoDatabase } from './viewer/geo-database.ts';

/** What a process knows for reading the context of its requests. */
export type ContextSources = {
  readonly audience: Audience;
  readonly sessions: SessionTokens;
  /** Of the IAB's list of vendors, where this ad server is on it: its consent is needed as well. */
  readonly tcfVendorId: number | null;
  readonly clientAddress: ClientAddress;
  /** In which it stands, in lower case. */
  readonly addressHeader: string;
  /** null: places are not looked up. */
  readonly geo: Pick<GeoDatabase, 'locationOf'> | null;
  /** Headers, in lower case, in which a trusted proxy says where the client is; null: none does. */
  readonly countryHeader: string | null;
  readonly regionHeader: string | null;
};

export type OpenContextSources = ContextSources & { readonly close: () => Promise<void> };

export async function openContextSources(
  settings: ContextSettings,
  { audience, sessions }: { readonly audience: SegmentFollower; readonly sessions: SessionTokens },
  log: Logger,
): Promise<OpenContextSources> {
  const geo = settings.geoDatabase === null ? null : await openGeoDatabase(settings.geoDatabase, log);
  return {
    audience,
    sessions,
    tcfVendorId: settings.tcfVendorId,
    clientAddress: createClientAddress(settings.trustedProxies, settings.addressHeader),
    addressHeader: settings.addressHeader,
    geo,
    countryHeader: settings.countryHeader,
    regionHeader: settings.regionHeader,
    async close() {
      geo?.close();
      await audience.close();
    },
  };
}
