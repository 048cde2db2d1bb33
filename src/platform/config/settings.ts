/*
 * Settings: environment variables, read once at start.
 *
 * - `settings.ts`: every setting with its type, default and description. `setting-kinds.ts`: types of settings.
 * - `config.ts`: the configuration that the program uses. `roles.ts`: roles of a host.
 * - `read-lists.ts`, `read-exchange-rates.ts`: settings with several values.
 *
 * Only `main` reads the environment. docs/guide/reference/settings.md lists all settings.
 */

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { maxOpenDataDays } from '../../core/vocabulary/limits/conversion-limits.ts';
import { parseStoreLocation, storeLocationHelp } from '../files/store-location.ts';
import { readExchangeRates } from './read-exchange-rates.ts';
import { readMacroValues, readPartners } from './read-lists.ts';
import { address, headerName, integer, isSubnet, port } from './setting-kinds.ts';

const maxProcesses = 256;
const maxDrainSeconds = 300;
/** Vendor IDs have 16 bits in a consent string. */
const maxTcfVendorId = 65_535;
const minCallsPerMinute = 60;
const maxCallsPerMinute = 10_000_000;
const maxDecisionMegabytes = 1_000_000;
const maxVideoCacheMegabytes = 1_000_000;
const maxStoreCacheMegabytes = 10_000_000;

/**
 * All settings of the product. The environment is read nowhere else. The table in the guide is generated from these
 * descriptions.
 */
export const settings = z.object({
  PORT: port(8080).describe('Port of the management API and web interface'),
  PLACARD_DELIVERY_PORT: port(8081).describe('Port of ad requests, tracking and media'),
  PLACARD_HOST: z.string().min(1).default('0.0.0.0').describe('Address that both listeners bind to'),
  PLACARD_METRICS_PORT: integer(1, 65_535)
    .optional()
    .describe(
      'Port of `/metrics` and `/health` of the whole host, without authentication, for your own network; default: none',
    ),
  PLACARD_PUBLIC_URL: address().describe('Public URL of the management listener; default: `http://localhost:PORT`'),
  PLACARD_DELIVERY_URL: address().describe(
    'Public URL of the delivery listener, used in all tracking URLs; default: `http://localhost:PLACARD_DELIVERY_PORT`',
  ),
  PLACARD_CREATIVE_ORIGIN: address().describe(
    'Origin of HTML5 creatives and SafeFrame files. It needs a separate host name that resolves to the delivery listener, such as `https://creatives.example.com`. Default without PLACARD_DELIVERY_URL: `http://127.0.0.1:PLACARD_DELIVERY_PORT`. Otherwise none: such creatives are rejected and SafeFrame is not served',
  ),
  PLACARD_DATA: z.string().min(1).default('data').describe('Folder for everything that must survive a restart'),
  PLACARD_DRAIN_SECONDS: integer(0, maxDrainSeconds)
    .default(0)
    .describe(
      'Seconds for which delivery continues to respond during shutdown while `/health` reports that it is not ready: the time your load balancer needs to notice',
    ),
  PLACARD_PROCESSES: integer(1, maxProcesses)
    .optional()
    .describe('Number of delivery threads; default: number of cores minus one'),
  PLACARD_COUNTERS: integer(1, maxProcesses)
    .default(1)
    .describe(
      'Number of processes that count events into reports, including the worker. On a worker host; more than 1 only if `placard_journal_bytes` grows at peak times',
    ),
  PLACARD_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Secret from which all keys are derived; default: created once and stored in the data folder'),
  PLACARD_DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Create a demo account on the first start with empty data'),
  PLACARD_DEMO_DAYS: integer(0, 30)
    .default(30)
    .describe('Past days for which the demo account contains simulated traffic; 0: none'),
  PLACARD_ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .describe('E-mail address of the first administrator, with PLACARD_ADMIN_PASSWORD'),
  PLACARD_ADMIN_PASSWORD: z.string().min(12).optional().describe('Password of the first administrator'),
  PLACARD_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{3,64}$/, 'must have 3 to 64 characters: letters, digits, _, . and -')
    .optional()
    .describe(
      'ID of a full-scope service account that is created at start if it is missing, with PLACARD_CLIENT_SECRET',
    ),
  PLACARD_CLIENT_SECRET: z.string().min(16).optional().describe('Its secret'),
  PLACARD_CALLS_PER_MINUTE: integer(minCallsPerMinute, maxCallsPerMinute)
    .default(12_000)
    .describe(
      'Management API calls per minute and caller: over all management processes with REDIS_URL, otherwise in the single one',
    ),
  PLACARD_FAST_PATH: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`on`: plain ad requests and events are parsed by Placard, at about half the CPU cost; `off`: all requests are parsed by Node.js',
    ),
  PLACARD_PREVIEW: z
    .enum(['open', 'links'])
    .default('open')
    .describe('`open`: approved creatives can be previewed by their ID; `links`: previews require a preview link'),
  PLACARD_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level'),
  PLACARD_SESSION_IDLE_MINUTES: integer(5, 24 * 60)
    .default(120)
    .describe('Minutes of inactivity after which users must sign in again'),
  PLACARD_SESSION_HOURS: integer(1, 30 * 24)
    .default(12)
    .describe('Hours after which users must always sign in again'),
  PLACARD_PRIVATE_TARGETS: z
    .string()
    .refine((list) => list.split(',').every((subnet) => subnet.trim() === '' || isSubnet(subnet.trim())), {
      error: 'must be addresses and subnets such as 10.0.0.0/8,::1',
    })
    .default('')
    .describe(
      'Private addresses and subnets that may be called: of identity providers, webhook receivers or buckets of destination connections. Separated by commas; default: none',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe('URL of your PostgreSQL 15 or newer; default: the bundled one'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe(
      'The same database with the role that owns the tables, for migrations, `placard migrate` and `placard restore`; default: DATABASE_URL',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')
    .optional()
    .describe(
      'URL of your Redis 7 or Valkey. Required for several hosts: it exchanges events, counts, plans and notices, and contains the video cache; default: single host, files in the data folder',
    ),
  PLACARD_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/?#]+\/?(?:\?\S*)?$/, 'must be a URL such as smtp://user:password@mail.example:587')
    .optional()
    .describe(
      'Mail server for scheduled reports, notifications and invitations, with PLACARD_MAIL_FROM: `smtp://user:password@mail.example:587` (encrypted if the server offers it; always with `?requireTLS=true`) or `smtps://`; default: e-mail is disabled',
    ),
  PLACARD_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as Placard <reports@publisher.example>',
    )
    .optional()
    .describe('Sender address of e-mail, such as `Placard <reports@publisher.example>`'),
  PLACARD_STORE: z
    .string()
    .transform(parseStoreLocation)
    .refine((location) => location !== null, { error: storeLocationHelp })
    .optional()
    .describe(
      'File store that hosts share, for creatives, snapshots and archived events: a folder, or an S3-compatible bucket such as `s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example` with credentials in the form of the AWS tools (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, the role of the machine); default: the data folder',
    ),
  PLACARD_STORE_CACHE_MB: integer(64, maxStoreCacheMegabytes)
    .default(2_048)
    .describe(
      'Megabytes of files from the bucket of PLACARD_STORE that delivery caches in the data folder. The least recently used are evicted first',
    ),
  PLACARD_DELIVERIES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Parent folder of the folders that destination connections of audience segments name; default: `deliveries` in the data folder',
    ),
  PLACARD_UNUSED_FILES_DAYS: integer(0, 3_650)
    .default(35)
    .describe('Retention in days of stored files that no creative references; 0: unlimited'),
  PLACARD_TRUSTED_PROXIES: z
    .string()
    .refine((list) => list.split(',').every((subnet) => subnet.trim() === '' || isSubnet(subnet.trim())), {
      error: 'must be addresses and subnets such as 10.0.0.0/8,::1',
    })
    .default('127.0.0.0/8,::1')
    .describe('Addresses and subnets of your proxies, whose headers about the client are trusted; separated by commas'),
  PLACARD_CLIENT_ADDRESS_HEADER: headerName()
    .default('X-Forwarded-For')
    .describe(
      'Header with the client address: one address, or a list with the nearest last (also in the format of `Forwarded`)',
    ),
  PLACARD_COUNTRY_HEADER: headerName()
    .optional()
    .describe('Header with the country, such as `CF-IPCountry` or `CloudFront-Viewer-Country`'),
  PLACARD_REGION_HEADER: headerName()
    .optional()
    .describe('Header with the region, such as `CloudFront-Viewer-Country-Region`'),
  PLACARD_GEO_DATABASE: z
    .string()
    .refine((path) => existsSync(path), { error: 'must be an existing file' })
    .optional()
    .describe(
      'MMDB file (GeoLite2, GeoIP2, DB-IP, IPinfo) for country, region, city and postal code of a client address',
    ),
  PLACARD_TCF_VENDOR_ID: integer(1, maxTcfVendorId)
    .optional()
    .describe(
      'Vendor ID of this ad server on the IAB list. Consent strings must then allow this vendor too; default: operated by the publisher, without a vendor ID',
    ),
  PLACARD_MACRO_VALUES: z
    .string()
    .transform(readMacroValues)
    .refine((values) => values !== null, { error: 'must be keys and values such as `CDN=cdn.example&SITE=news`' })
    .optional()
    .describe('Values of `[adheseEnv:KEY]` in creatives: keys and values in query format; default: none'),
  PLACARD_EXCHANGE_RATES: z
    .string()
    .transform(readExchangeRates)
    .refine((source) => source !== null, {
      error: 'must be rates such as `EUR/USD=1.08 EUR/GBP=0.83`, or the path of an existing file',
    })
    .optional()
    .describe(
      'Exchange rates for the currencies and floors of OpenRTB requests: `EUR/USD=1.08 EUR/GBP=0.83`, or a file that is read again when it changes, as Prebid JSON (`conversions`) or XML of the European Central Bank; default: none, bids are only in the currency of the booking',
    ),
  PLACARD_USER_SYNC: z
    .string()
    .transform(readPartners)
    .refine((partners) => partners !== null, {
      error:
        'must be partners such as `acme=https://match.acme.example/?to={redirect}`, each once, separated by spaces',
    })
    .optional()
    .describe(
      'Partners that identify browsers: `name=URL`, separated by spaces. In a URL `{redirect}` is the return URL, `{gdpr}` and `{consent}` the consent; default: none',
    ),
  PLACARD_DECISIONS_MB: integer(0, maxDecisionMegabytes)
    .default(256)
    .describe(
      'Megabytes of recorded decisions per delivery process in the data folder, for traces and funnels. The oldest are removed first; 0: none',
    ),
  PLACARD_OPEN_DATA_DAYS: integer(0, maxOpenDataDays)
    .default(0)
    .describe(
      'Retention in days of open data: raw events, facts of their requests, and recorded decisions as Parquet files below `open-data/` of the file store, for your own analyses. The same on all hosts; 0: nothing is exported',
    ),
  PLACARD_VIDEO_CACHE_MB: integer(16, maxVideoCacheMegabytes)
    .default(256)
    .describe(
      'Megabytes of the video cache in the data folder, half of them for documents of video ads. The oldest are removed first; with Redis its own limit applies',
    ),
});

export type SettingValues = z.output<typeof settings>;
