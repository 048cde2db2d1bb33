import type { Logger } from 'pino';
import type { ContextSettings } from '../../platform/config/config.ts';
import { type ClientAddress, createClientAddress } from '../../platform/http/client-address.ts';
import type { Audience, SegmentFollower } from '../decide/audience/segment-follower.ts';
import type { SessionTokens } from './session/session-tokens.ts';
import { type GeoDatabase, openGeoDatabase } from './viewer/geo-database.ts';

/** Data sources of a process for the context of its requests. */
export type ContextSources = {
  readonly audience: Audience;
  readonly sessions: SessionTokens;
  /**
   * ID in the IAB vendor list. null if this ad server is not listed. If it is, consent for the vendor is also required.
   */
  readonly tcfVendorId: number | null;
  readonly clientAddress: ClientAddress;
  /** Header with the client address, in lowercase. */
  readonly addressHeader: string;
  /** null if there is no geo database. */
  readonly geo: Pick<GeoDatabase, 'locationOf'> | null;
  /** Headers, in lowercase, in which a trusted proxy states the client's country and region. null if there is none. */
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
