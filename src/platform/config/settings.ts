/*
 * Settings: environment variables, read once at the start.
 *
 * - `settings.ts`: every setting with its type, default and description. `setting-kinds.ts`: types of settings.
 * - `config.ts`: the configuration that the program uses. `roles.ts`: roles of a host.
 * - `read-lists.ts`, `read-exchange-rates.ts`: settings with several values.
 *
 * Only `main` reads the environment. docs/guide/reference/settings.md lists all settings.
 */

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { parseStoreLocation, storeLocationHelp } from '../files/store-location.ts';
import { readExchangeRates } from './read-exchange-rates.ts';
import { readMacroValues, readPartners } from './read-lists.ts';
import { address, headerName, integer, isSubnet, port } from './setting-kinds.ts';

const maxProcesses = 256;
const maxDrainSeconds = 300;
/** Vendor ids have 16 bits in a consent string. */
const maxTcfVendorId = 65_535;
const minCallsPerMinute = 60;
const maxCallsPerMinute = 10_000_000;
const maxDecisionMegabytes = 1_000_000;
const maxVideoCacheMegabytes = 1_000_000;
const maxStoreCacheMegabytes = 10_000_000;

/**
 * Every setting of the product: the only place where the environment is read. The table in the guide is generated from
 * these descriptions.
 */
export const settings = z.object({
  PORT: port(8080).describe('Port of the management API and web interface'),
  PLACARD_DELIVERY_PORT: port(8081).describe('Port of ad requests, tracking and media'),
  PLACARD_HOST: z.string().min(1).default('0.0.0.0').describe('Address that both listeners bind to'),
  PLACARD_METRICS_PORT: integer(1, 65_535)
    .optional()
    .describe(
      'Port of `/metrics` and `/health` of this whole host, for your own network: how each process does, without who may ask; default: none',
    ),
  PLACARD_PUBLIC_URL: address().describe(
    'Address of the management listener as people reach it; default: `http://localhost:PORT`',
  ),
  PLACARD_DELIVERY_URL: address().describe(
    'Address of the delivery listener as pages reach it, in every tracking address; default: `http://localhost:PLACARD_DELIVERY_PORT`',
  ),
  PLACARD_CREATIVE_ORIGIN: address().describe(
    'Origin of HTML5 creatives and SafeFrame files, with a host name of its own that leads to the delivery listener, such as `https://creatives.example.com`; default without PLACARD_DELIVERY_URL: `http://127.0.0.1:PLACARD_DELIVERY_PORT`, otherwise none: such creatives are refused, and SafeFrame is not served',
  ),
  PLACARD_DATA: z.string().min(1).default('data').describe('Folder for everything that must survive a restart'),
  PLACARD_DRAIN_SECONDS: integer(0, maxDrainSeconds)
    .default(0)
    .describe(
      'Seconds that delivery still answers after it was told to end, while its `/health` says that it is not ready: what your load balancer takes to notice',
    ),
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
    .describe(
      'Calls of the management API that one caller may make in a minute: in all management processes together with REDIS_URL, otherwise in the one that there is',
    ),
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
      'Addresses and subnets of your own network, or of this machine, that may be called, for an identity provider, the receiver of a webhook or the bucket of a destination connection there; separated by commas; default: none',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe('Your PostgreSQL 15 or newer; default: the one that comes along'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional()
    .describe(
      'The same database as the role that owns the tables, for migrations, `placard migrate` and `placard restore`; default: DATABASE_URL',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')
    .optional()
    .describe(
      'Your Redis 7 or Valkey, by which hosts serve together: events, counts, plans, notices and the video cache; default: one host, files in the data folder',
    ),
  PLACARD_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/?#]+\/?(?:\?\S*)?$/, 'must be an address such as smtp://user:password@mail.example:587')
    .optional()
    .describe(
      'Mail server for reports by schedule, with PLACARD_MAIL_FROM: `smtp://user:password@mail.example:587` (encrypted as soon as the server offers it; always with `?requireTLS=true`) or `smtps://`; default: no mail is sent',
    ),
  PLACARD_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as Placard <reports@publisher.example>',
    )
    .optional()
    .describe('Address that mail is from, such as `Placard <reports@publisher.example>`'),
  PLACARD_STORE: z
    .string()
    .transform(parseStoreLocation)
    .refine((location) => location !== null, { error: storeLocationHelp })
    .optional()
    .describe(
      'Where files lie that hosts share, those of creatives, snapshots and archived events: a folder, or an S3-compatible bucket such as `s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example` with credentials as the AWS tools take them (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, the role of the machine); default: the data folder',
    ),
  PLACARD_STORE_CACHE_MB: integer(64, maxStoreCacheMegabytes)
    .default(2_048)
    .describe(
      'Megabytes of files from the bucket of PLACARD_STORE that delivery keeps in the data folder; those that nobody asks for go first',
    ),
  PLACARD_DELIVERIES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder below which the folders lie that destination connections of audience segments name; default: `deliveries` in the data folder',
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
  PLACARD_EXCHANGE_RATES: z
    .string()
    .transform(readExchangeRates)
    .refine((source) => source !== null, {
      error: 'must be rates such as `EUR/USD=1.08 EUR/GBP=0.83`, or the path of a file that exists',
    })
    .optional()
    .describe(
      'Exchange rates for the currencies and floors of OpenRTB requests: `EUR/USD=1.08 EUR/GBP=0.83`, or a file that is read again when it changes, as JSON of Prebid (`conversions`) or XML of the European Central Bank; default: none, so bids are in the currency of the booking only',
    ),
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
  PLACARD_DECISIONS_MB: integer(0, maxDecisionMegabytes)
    .default(256)
    .describe(
      'Megabytes of decisions that each delivery process keeps in the data folder, for traces and funnels, the oldest go first; 0: none',
    ),
  PLACARD_VIDEO_CACHE_MB: integer(16, maxVideoCacheMegabytes)
    .default(256)
    .describe(
      'Megabytes that the video cache takes in the data folder, half of them for documents of video ads, the oldest go first; with Redis it has its own limit',
    ),
});

export type SettingValues = z.output<typeof settings>;
