import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { dayMs, hourMs } from '../../core/time/durations.ts';
import type { StoreLocation } from '../files/store-location.ts';
import { plainMessage } from '../log/plain-message.ts';
import type { ExchangeRateSource } from './read-exchange-rates.ts';
import type { UserSyncPartner } from './read-lists.ts';
import { type HostRole, type Serves, servesOf } from './roles.ts';
import { type SettingValues, settings } from './settings.ts';

const bytesPerMegabyte = 1024 * 1024;
/** Settings whose value never appears in a message. */
const confidential = /SECRET|PASSWORD|DATABASE_URL|DATABASE_OWNER_URL|REDIS_URL|SMTP_URL/;

export type Config = {
  readonly serves: Serves;
  readonly managementPort: number;
  readonly deliveryPort: number;
  /** Port of metrics and health; null: none. */
  readonly metricsPort: number | null;
  readonly host: string;
  readonly publicUrl: string;
  readonly deliveryUrl: string;
  /** Dedicated origin of HTML5 creatives; null: none. */
  readonly creativeOrigin: string | null;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Bytes of recorded decisions per delivery process; 0: none. */
  readonly decisionBytes: number;
  /** Retention of open data in days; 0: nothing is exported. */
  readonly openDataDays: number;
  readonly deliveryProcesses: number;
  /** Including the worker. */
  readonly countingProcesses: number;
  /** Time for which delivery continues to respond during shutdown. */
  readonly drainMs: number;
  /** Plain requests are read from the socket directly, without node:http. */
  readonly fastPath: boolean;
  readonly secret: string | null;
  /** An approved creative can be previewed by its ID without a link. */
  readonly previewByNumber: boolean;
  readonly demo: boolean;
  /** Past days with simulated traffic in the demo account. 0: none. */
  readonly demoDays: number;
  readonly admin: { readonly email: string; readonly password: string } | null;
  readonly client: { readonly id: string; readonly secret: string } | null;
  readonly session: SessionLimits;
  /** Management API calls per minute and caller. */
  readonly callsPerMinute: number;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
  /** null: e-mail is not configured. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly logLevel: string;
  /** null: the bundled PostgreSQL. */
  readonly databaseUrl: string | null;
  /** null: the role of `databaseUrl` owns the tables. */
  readonly databaseOwnerUrl: string | null;
  readonly store: StoreLocation;
  /** Absolute path of the folder with deliveries of audience segments. */
  readonly deliveries: string;
  /** Retention of stored files that no creative references; null: unlimited. */
  readonly unusedFileTtlMs: number | null;
  /** Bytes of bucket files that are cached in the data folder. */
  readonly storeCacheBytes: number;
  /** null: the video cache consists of files in the data folder. */
  readonly redisUrl: string | null;
  /** Maximum size of the file-based video cache in bytes. */
  readonly videoCacheBytes: number;
  readonly context: ContextSettings;
  readonly userSyncPartners: readonly UserSyncPartner[];
  /** For bids in currencies other than that of the booking. */
  readonly exchangeRates: ExchangeRateSource;
  /** Values of custom operator macros by key. */
  readonly macroValues: ReadonlyMap<string, string>;
};

/** Lifetime of user sessions. */
export type SessionLimits = {
  /** Idle timeout in ms. */
  readonly idleMs: number;
  /** Absolute timeout in ms. */
  readonly absoluteMs: number;
};

/** Settings for reading ad requests. */
export type ContextSettings = {
  /** null: this ad server is not on the IAB vendor list. */
  readonly tcfVendorId: number | null;
  /** Addresses and subnets whose headers about the client address and location are trusted. */
  readonly trustedProxies: readonly string[];
  /** Header names in lower case; null: none. */
  readonly addressHeader: string;
  readonly countryHeader: string | null;
  readonly regionHeader: string | null;
  /** Absolute path of an MMDB file; null: locations are not looked up. */
  readonly geoDatabase: string | null;
};

/** An invalid setting. The message names the variable. */
export class SettingError extends Error {}

/** Reads and validates all settings. Throws `SettingError` with all invalid variables. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  ...chosen: readonly HostRole[]
): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given, { error: plainMessage });
  if (!parsed.success) {
    throw new SettingError(parsed.error.issues.map((issue) => describeIssue(issue, given)).join('\n'));
  }
  const value = parsed.data;
  requireBoth(value, 'PLACARD_ADMIN_EMAIL', 'PLACARD_ADMIN_PASSWORD');
  requireBoth(value, 'PLACARD_CLIENT_ID', 'PLACARD_CLIENT_SECRET');
  requireBoth(value, 'PLACARD_SMTP_URL', 'PLACARD_MAIL_FROM');
  if (value.DATABASE_OWNER_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new SettingError(
      'DATABASE_OWNER_URL: requires DATABASE_URL, which is the same database with the runtime role',
    );
  }
  if (value.PORT === value.PLACARD_DELIVERY_PORT) {
    throw new SettingError(
      'PLACARD_DELIVERY_PORT: must differ from PORT, because ads and the interface must not share an origin',
    );
  }
  if ([value.PORT, value.PLACARD_DELIVERY_PORT].includes(value.PLACARD_METRICS_PORT ?? 0)) {
    throw new SettingError('PLACARD_METRICS_PORT: must differ from PORT and PLACARD_DELIVERY_PORT');
  }
  const publicUrl = value.PLACARD_PUBLIC_URL ?? `http://localhost:${value.PORT}`;
  const deliveryUrl = value.PLACARD_DELIVERY_URL ?? `http://localhost:${value.PLACARD_DELIVERY_PORT}`;
  return {
    serves: servesOf(chosen),
    managementPort: value.PORT,
    deliveryPort: value.PLACARD_DELIVERY_PORT,
    metricsPort: value.PLACARD_METRICS_PORT ?? null,
    host: value.PLACARD_HOST,
    publicUrl,
    deliveryUrl,
    creativeOrigin: creativeOriginOf(value, [publicUrl, deliveryUrl]),
    dataFolder: resolve(value.PLACARD_DATA),
    decisionBytes: value.PLACARD_DECISIONS_MB * bytesPerMegabyte,
    openDataDays: value.PLACARD_OPEN_DATA_DAYS,
    deliveryProcesses: value.PLACARD_PROCESSES ?? Math.max(1, availableParallelism() - 1),
    countingProcesses: value.PLACARD_COUNTERS,
    drainMs: value.PLACARD_DRAIN_SECONDS * 1000,
    fastPath: value.PLACARD_FAST_PATH === 'on',
    secret: value.PLACARD_SECRET ?? null,
    previewByNumber: value.PLACARD_PREVIEW === 'open',
    demo: value.PLACARD_DEMO === 'on',
    demoDays: value.PLACARD_DEMO_DAYS,
    admin: pair(value.PLACARD_ADMIN_EMAIL, value.PLACARD_ADMIN_PASSWORD, (email, password) => ({ email, password })),
    client: pair(value.PLACARD_CLIENT_ID, value.PLACARD_CLIENT_SECRET, (id, secret) => ({ id, secret })),
    privateTargets: value.PLACARD_PRIVATE_TARGETS.split(',').flatMap((subnet) => subnet.trim() || []),
    session: {
      idleMs: value.PLACARD_SESSION_IDLE_MINUTES * 60_000,
      absoluteMs: value.PLACARD_SESSION_HOURS * hourMs,
    },
    callsPerMinute: value.PLACARD_CALLS_PER_MINUTE,
    mail: pair(value.PLACARD_SMTP_URL, value.PLACARD_MAIL_FROM, (url, from) => ({ url, from })),
    logLevel: value.PLACARD_LOG_LEVEL,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseOwnerUrl: value.DATABASE_OWNER_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    store: absoluteStore(value.PLACARD_STORE ?? { kind: 'folder', folder: null }),
    deliveries: resolve(value.PLACARD_DELIVERIES ?? join(value.PLACARD_DATA, 'deliveries')),
    unusedFileTtlMs: value.PLACARD_UNUSED_FILES_DAYS * dayMs || null,
    storeCacheBytes: value.PLACARD_STORE_CACHE_MB * bytesPerMegabyte,
    videoCacheBytes: value.PLACARD_VIDEO_CACHE_MB * bytesPerMegabyte,
    context: {
      tcfVendorId: value.PLACARD_TCF_VENDOR_ID ?? null,
      trustedProxies: value.PLACARD_TRUSTED_PROXIES.split(',').flatMap((subnet) => subnet.trim() || []),
      addressHeader: value.PLACARD_CLIENT_ADDRESS_HEADER.toLowerCase(),
      countryHeader: value.PLACARD_COUNTRY_HEADER?.toLowerCase() ?? null,
      regionHeader: value.PLACARD_REGION_HEADER?.toLowerCase() ?? null,
      geoDatabase: value.PLACARD_GEO_DATABASE === undefined ? null : resolve(value.PLACARD_GEO_DATABASE),
    },
    userSyncPartners: value.PLACARD_USER_SYNC ?? [],
    exchangeRates: value.PLACARD_EXCHANGE_RATES ?? { kind: 'list', table: new Map() },
    macroValues: value.PLACARD_MACRO_VALUES ?? new Map(),
  };
}

/**
 * Browsers share cookies among all ports of a host name, so creatives need a different host name than users and
 * viewers. On a single machine its IP address is used. Source: docs/decisions/0064-html5-origin.md.
 */
function creativeOriginOf(
  { PLACARD_CREATIVE_ORIGIN: given, PLACARD_DELIVERY_URL: delivery, PLACARD_DELIVERY_PORT: port }: SettingValues,
  others: readonly string[],
): string | null {
  if (given === undefined) return delivery === undefined ? `http://127.0.0.1:${port}` : null;
  const { origin, hostname } = new URL(given);
  if (origin !== given.toLowerCase()) {
    throw new SettingError(
      'PLACARD_CREATIVE_ORIGIN: must be an origin, without a path, such as https://creatives.example.com',
    );
  }
  if (others.some((other) => new URL(other).hostname === hostname)) {
    throw new SettingError(
      'PLACARD_CREATIVE_ORIGIN: must have a different host name than PLACARD_PUBLIC_URL and PLACARD_DELIVERY_URL; another port is not enough, because cookies are shared among ports',
    );
  }
  return origin;
}

/** Returns the problem of a setting, with its value unless it is confidential. */
function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = issue.path.join('.');
  const shown = confidential.test(name) ? '' : `; it is set to \`${given[name]}\``;
  return `${name}: ${issue.message}${shown}`;
}

function absoluteStore(location: StoreLocation): StoreLocation {
  return location.kind === 'folder' && location.folder !== null
    ? { ...location, folder: resolve(location.folder) }
    : location;
}

function requireBoth<Key extends string>(value: Partial<Record<Key, unknown>>, first: Key, second: Key): void {
  if ((value[first] === undefined) !== (value[second] === undefined)) {
    throw new SettingError(`${first}, ${second}: set both or neither`);
  }
}

function pair<Result>(
  first: string | undefined,
  second: string | undefined,
  both: (a: string, b: string) => Result,
): Result | null {
  return first === undefined || second === undefined ? null : both(first, second);
}
