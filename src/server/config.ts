import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readStorePlace, type StorePlace, storePlaceHelp } from './file-store/store-place.ts';
import { plainMessage } from './plain-message.ts';

const maxPort = 65_535;
const maxProcesses = 256;
/** Vendor ids have 16 bits in a consent string. */
const maxTcfVendorId = 65_535;
const minCallsPerMinute = 60;
const maxCallsPerMinute = 10_000_000;
const maxVideoCacheMegabytes = 1_000_000;
const maxStoreCacheMegabytes = 10_000_000;
const bytesPerMegabyte = 1024 * 1024;
/** Settings whose value never stands in a message. */
const confidential = /SECRET|PASSWORD|DATABASE_URL|REDIS_URL/;

/** Who serves what in this process group (architecture 4). */
export const roles = ['all', 'management', 'delivery', 'worker'] as const;
export type Role = (typeof roles)[number];

/**
 * Every setting of the product: the only place where the environment is read. The table in the guide is generated from
 * these descriptions.
 */
export const settings = z.object({
  PORT: port(8080).describe('Port of the management API and web interface'),
  PLACARD_DELIVERY_PORT: port(8081).describe('Port of ad requests, tracking and media'),
  PLACARD_HOST: z.string().min(1).default('0.0.0.0').describe('Address that both listeners bind to'),
  PLACARD_PUBLIC_URL: address().describe(
    'Address of the management listener as people reach it; default: `http://localhost:PORT`',
  ),
  PLACARD_DELIVERY_URL: address().describe(
    'Address of the delivery listener as pages reach it, in every tracking address; default: `http://localhost:PLACARD_DELIVERY_PORT`',
  ),
  PLACARD_CREATIVE_ORIGIN: address().describe(
    'Origin of HTML5 creatives, with a host name of its own that leads to the delivery listener, such as `https://creatives.example.com`; default without PLACARD_DELIVERY_URL: `http://127.0.0.1:PLACARD_DELIVERY_PORT`, otherwise none: such creatives are refused',
  ),
  PLACARD_DATA: z.string().min(1).default('data').describe('Folder for everything that must survive a restart'),
  PLACARD_PROCESSES: integer(1, maxProcesses).optional().describe('Delivery processes; default: one per core but one'),
  PLACARD_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Secret from which all keys are derived; default: made once and kept in the data folder'),
  PLACARD_DEMO: z.enum(['on', 'off']).default('on').describe('Demo account on the first start with empty data'),
  PLACARD_ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('First administrator, with PLACARD_ADMIN_PASSWORD'),
  PLACARD_ADMIN_PASSWORD: z.string().min(12).optional().describe('Password of the first administrator'),
  PLACARD_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{3,64}$/, 'must have 3 to 64 letters, digits, _, . and - only')
    .optional()
    .describe('Full-scope service account that a start makes if it is missing, with PLACARD_CLIENT_SECRET'),
  PLACARD_CLIENT_SECRET: z.string().min(16).optional().describe('Its secret'),
  PLACARD_CALLS_PER_MINUTE: integer(minCallsPerMinute, maxCallsPerMinute)
    .default(12_000)
    .describe('Calls of the management API that one caller may make in a minute, in each management process'),
  PLACARD_FAST_PATH: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`on`: plain ad requests and events are read by our own code, which costs about half the CPU; `off`: everything by that of Node.js',
    ),
  PLACARD_PREVIEW: z
    .enum(['open', 'links'])
    .default('open')
    .describe(
      '`open`: who knows the number of an approved creative may preview it; `links`: only who has a preview link',
    ),
  PLACARD_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('What is logged'),
  PLACARD_SESSION_IDLE_MINUTES: integer(5, 24 * 60)
    .default(120)
    .describe('Minutes without a call after which a person has to sign in again'),
  PLACARD_SESSION_HOURS: integer(1, 30 * 24)
    .default(12)
    .describe('Hours after which a person has to sign in again in any case'),
  PLACARD_PRIVATE_TARGETS: z
    .string()
    .refine((list) => list.split(',').every((subnet) => subnet.trim() === '' || isSubnet(subnet.trim())), {
      error: 'must be addresses and subnets such as 10.0.0.0/8,::1',
    })
    .default('')
    .describe(
      'Addresses and subnets of your own network that may be called, for an identity provider or the receiver of a webhook there; separated by commas; default: none',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe('Your PostgreSQL 15 or newer; default: the one that comes along'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')
    .optional()
    .describe('Your Redis 7 or Valkey, which shares the video cache among machines; default: files in the data folder'),
  PLACARD_STORE: z
    .string()
    .transform(readStorePlace)
    .refine((place) => place !== null, { error: storePlaceHelp })
    .optional()
    .describe(
      'Where files of creatives lie: a folder, or an S3-compatible bucket such as `s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example` with credentials as the AWS tools take them (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, the role of the machine); default: the data folder',
    ),
  PLACARD_STORE_CACHE_MB: integer(64, maxStoreCacheMegabytes)
    .default(2_048)
    .describe(
      'Megabytes of files from the bucket of PLACARD_STORE that delivery keeps in the data folder; those that nobody asks for go first',
    ),
  PLACARD_UNUSED_FILES_DAYS: integer(0, 3_650)
    .default(35)
    .describe('Days that a stored file is kept which no creative names any more; 0: for ever'),
  PLACARD_TRUSTED_PROXIES: z
    .string()
    .refine((list) => list.split(',').every((subnet) => subnet.trim() === '' || isSubnet(subnet.trim())), {
      error: 'must be addresses and subnets such as 10.0.0.0/8,::1',
    })
    .default('127.0.0.0/8,::1')
    .describe('Addresses and subnets of your proxies, whose headers on the client are believed; separated by commas'),
  PLACARD_CLIENT_ADDRESS_HEADER: headerName()
    .default('X-Forwarded-For')
    .describe(
      'Header in which they say whose request it is: a list of addresses, the nearest last (also as `Forwarded` has it), or one',
    ),
  PLACARD_COUNTRY_HEADER: headerName()
    .optional()
    .describe('Header in which they say the country, such as `CF-IPCountry` or `CloudFront-Viewer-Country`'),
  PLACARD_REGION_HEADER: headerName()
    .optional()
    .describe('Header in which they say the region, such as `CloudFront-Viewer-Country-Region`'),
  PLACARD_GEO_DATABASE: z
    .string()
    .refine((path) => existsSync(path), { error: 'must be a file that exists' })
    .optional()
    .describe(
      'MMDB file (GeoLite2, GeoIP2, DB-IP, IPinfo) for country, region, city and postal code of a client address',
    ),
  PLACARD_TCF_VENDOR_ID: integer(1, maxTcfVendorId)
    .optional()
    .describe(
      'Number of this ad server on the vendor list of the IAB: consent strings must then allow it as well; default: it is the publisher’s own',
    ),
  PLACARD_MACRO_VALUES: z
    .string()
    .transform(readMacroValues)
    .refine((values) => values !== null, { error: 'must be keys and values such as `CDN=cdn.example&SITE=news`' })
    .optional()
    .describe('What `[adheseEnv:KEY]` stands for in creatives: keys and values as in a query; default: none'),
  PLACARD_USER_SYNC: z
    .string()
    .transform(readPartners)
    .refine((partners) => partners !== null, {
      error:
        'must be partners such as `acme=https://match.acme.example/?to={redirect}`, each once, with spaces between',
    })
    .optional()
    .describe(
      'Partners that say who a browser is: `name=address`, with spaces between; in an address `{redirect}` is where they send it back to, `{gdpr}` and `{consent}` its consent; default: none',
    ),
  PLACARD_VIDEO_CACHE_MB: integer(16, maxVideoCacheMegabytes)
    .default(256)
    .describe(
      'Megabytes that the video cache takes in the data folder, half of them for documents of video ads, the oldest go first; with Redis it has its own limit',
    ),
});

type SettingValues = z.output<typeof settings>;

export type Config = {
  readonly role: Role;
  readonly managementPort: number;
  readonly deliveryPort: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly deliveryUrl: string;
  /** Where HTML5 creatives are served, and nothing else shows; null: nowhere. */
  readonly creativeOrigin: string | null;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  readonly deliveryProcesses: number;
  /** Plain requests are read on the socket itself, before node:http. */
  readonly fastPath: boolean;
  readonly secret: string | null;
  /** The number of an approved creative is enough to preview it. */
  readonly previewByNumber: boolean;
  readonly demo: boolean;
  readonly admin: { readonly email: string; readonly password: string } | null;
  readonly client: { readonly id: string; readonly secret: string } | null;
  readonly session: SessionLimits;
  /** Calls of the management API that one caller may make. */
  readonly callsPerMinute: number;
  /** Private addresses and subnets that may be called. */
  readonly privateTargets: readonly string[];
  readonly logLevel: string;
  /** null: the PostgreSQL that comes along. */
  readonly databaseUrl: string | null;
  readonly store: StorePlace;
  /** How long stored files are kept that no creative names; null: for ever. */
  readonly unusedFileLifeMs: number | null;
  /** Bytes of files from a bucket that are kept in the data folder. */
  readonly storeCacheBytes: number;
  /** null: the video cache is files in the data folder. */
  readonly redisUrl: string | null;
  /** Bytes that those files may take. */
  readonly videoCacheBytes: number;
  readonly context: ContextSettings;
  readonly userSyncPartners: readonly UserSyncPartner[];
  /** Values of the operator's own macros by key. */
  readonly macroValues: ReadonlyMap<string, string>;
};

/** How long a person stays signed in. */
export type SessionLimits = {
  /** Ms without a call. */
  readonly idleMs: number;
  /** Ms in all. */
  readonly absoluteMs: number;
};

/** Somebody who says who a browser is. */
export type UserSyncPartner = {
  readonly name: string;
  /** Where a browser is sent; `{redirect}`, `{gdpr}` and `{consent}` are filled in. */
  readonly url: string;
};

/** What ad requests are read with besides themselves. */
export type ContextSettings = {
  /** null: this ad server is not on the IAB's list of vendors. */
  readonly tcfVendorId: number | null;
  /** Addresses and subnets whose word on the client's address and place is believed. */
  readonly trustedProxies: readonly string[];
  /** Names of headers, in lower case; null: there is none. */
  readonly addressHeader: string;
  readonly countryHeader: string | null;
  readonly regionHeader: string | null;
  /** Absolute path of an MMDB file; null: places are not looked up. */
  readonly geoDatabase: string | null;
};

/** A setting that cannot be used; the message names the variable. */
export class SettingError extends Error {}

/** Reads and checks all settings; throws `SettingError` naming each variable that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, role: Role): Config {
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
  if (value.PORT === value.PLACARD_DELIVERY_PORT) {
    throw new SettingError('PLACARD_DELIVERY_PORT: must differ from PORT, ads and people never share an origin');
  }
  const publicUrl = value.PLACARD_PUBLIC_URL ?? `http://localhost:${value.PORT}`;
  const deliveryUrl = value.PLACARD_DELIVERY_URL ?? `http://localhost:${value.PLACARD_DELIVERY_PORT}`;
  return {
    role,
    managementPort: value.PORT,
    deliveryPort: value.PLACARD_DELIVERY_PORT,
    host: value.PLACARD_HOST,
    publicUrl,
    deliveryUrl,
    creativeOrigin: creativeOriginOf(value, [publicUrl, deliveryUrl]),
    dataFolder: resolve(value.PLACARD_DATA),
    deliveryProcesses: value.PLACARD_PROCESSES ?? Math.max(1, availableParallelism() - 1),
    fastPath: value.PLACARD_FAST_PATH === 'on',
    secret: value.PLACARD_SECRET ?? null,
    previewByNumber: value.PLACARD_PREVIEW === 'open',
    demo: value.PLACARD_DEMO === 'on',
    admin: pair(value.PLACARD_ADMIN_EMAIL, value.PLACARD_ADMIN_PASSWORD, (email, password) => ({ email, password })),
    client: pair(value.PLACARD_CLIENT_ID, value.PLACARD_CLIENT_SECRET, (id, secret) => ({ id, secret })),
    privateTargets: value.PLACARD_PRIVATE_TARGETS.split(',').flatMap((subnet) => subnet.trim() || []),
    session: {
      idleMs: value.PLACARD_SESSION_IDLE_MINUTES * 60_000,
      absoluteMs: value.PLACARD_SESSION_HOURS * 3_600_000,
    },
    callsPerMinute: value.PLACARD_CALLS_PER_MINUTE,
    logLevel: value.PLACARD_LOG_LEVEL,
    databaseUrl: value.DATABASE_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    store: absoluteStore(value.PLACARD_STORE ?? { kind: 'folder', folder: null }),
    unusedFileLifeMs: value.PLACARD_UNUSED_FILES_DAYS * 86_400_000 || null,
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
    macroValues: value.PLACARD_MACRO_VALUES ?? new Map(),
  };
}

/**
 * Browsers share cookies among the ports of a host name, so only another host name keeps creatives away from those of
 * people and viewers. On one machine its number is such a name. Source: docs/decisions/0064-html5-origin.md.
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
      'PLACARD_CREATIVE_ORIGIN: must have a host name of its own, not that of PLACARD_PUBLIC_URL or PLACARD_DELIVERY_URL; another port is not enough, cookies are shared among ports',
    );
  }
  return origin;
}

/** What is wrong with a setting, and what it was set to unless that must not be shown. */
function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = issue.path.join('.');
  const shown = confidential.test(name) ? '' : `; it is set to \`${given[name]}\``;
  return `${name}: ${issue.message}${shown}`;
}

function absoluteStore(place: StorePlace): StorePlace {
  return place.kind === 'folder' && place.folder !== null ? { ...place, folder: resolve(place.folder) } : place;
}

/** Null: a key is none. */
function readMacroValues(text: string): ReadonlyMap<string, string> | null {
  const entries = [...new URLSearchParams(text)];
  return entries.every(([key]) => /^[\w.-]{1,64}$/.test(key)) ? new Map(entries) : null;
}

const partnerPattern = /^([a-z0-9][a-z0-9-]{0,39})=(https?:\/\/[^\s'"<>]+)$/;

/** Null: not all of them can be read. */
function readPartners(text: string): readonly UserSyncPartner[] | null {
  const partners = text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => partnerPattern.exec(part));
  const read = partners.flatMap((match) => (match === null ? [] : [{ name: String(match[1]), url: String(match[2]) }]));
  const names = new Set(read.map(({ name }) => name));
  return read.length === partners.length && names.size === read.length ? read : null;
}

function port(standard: number) {
  return integer(1, maxPort).default(standard);
}

function integer(from: number, to: number) {
  const error = `must be an integer from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

function headerName() {
  return z.string().regex(/^[\w-]{1,64}$/, 'must be the name of a header, such as X-Forwarded-For');
}

/** An IP address, or one with the number of bits that a subnet has in common. */
function isSubnet(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** An absolute http(s) address without a trailing slash and without a quote, which would break markup. */
function address() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://ads.example.com' })
    .regex(/^[^'"<>\s]+[^/'"<>\s]$/, 'must not end in / or hold quotes')
    .optional();
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
