import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { type Scope, scopes } from '../../../src/contract/access/scopes.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import { isAssistantRight } from '../../../src/management/access/assistant/assistant-rights.ts';
import type { AssistantCaller } from '../../../src/management/access/assistant/verify-assistant-token.ts';
import type { Caller } from '../../../src/management/access/caller.ts';
import { insertServiceAccount } from '../../../src/management/access/service-account/create-service-account.ts';
import { readUserCaller } from '../../../src/management/access/user/user-caller.ts';
import { buildManagementApp } from '../../../src/management/api/app/build-management-app.ts';
import type { ManagementServices } from '../../../src/management/api/management-services.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import { openFileStore } from '../../../src/platform/files/open-file-store.ts';
import type { StoreLocation } from '../../../src/platform/files/store-location.ts';
import { openUploadFolder } from '../../../src/platform/files/upload/upload-folder.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { localHosts } from '../process/local-hosts.ts';
import { createAnswerRecorder } from './answer-recorder.ts';

export type TestAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON. null if the response has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the body
  readonly body: any;
};

export type TestManagement = {
  readonly app: FastifyInstance;
  readonly services: ManagementServices;
  /** Folder in which delivery processes acknowledge revisions. */
  readonly snapshots: SnapshotFolder;
  readonly database: Kysely<Database>;
  readonly databaseUrl: string;
  /** Performs a call below /api/v1, by default with full scope. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  close(): Promise<void>;
};

export type CallOptions = {
  /** JSON body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Scopes of the caller. `null`: no token is sent. Default: all. */
  readonly scopes?: readonly Scope[] | null;
  /** ID of the calling service account. Default: 1, which exists and has every scope. */
  readonly account?: number;
  /** ID of the calling user, instead of a service account. */
  readonly user?: number;
  /** Raw body, with its content type in `headers`. */
  readonly payload?: string | Buffer;
};

/** The default rate limit is high, because a test performs more calls per minute than a caller may. */
export type TestManagementOptions = {
  readonly nowMs?: () => number;
  readonly callsPerMinute?: number;
  /** Default: the data folder. */
  readonly store?: StoreLocation;
  /** Settings, as in environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
};

/**
 * Starts the management application with a new database. Tests create tokens in the form `<account>~<scopes>`,
 * `user~<id>` or, for an assistant of a user, `assistant~<id>~<rights>`, so only the token service is replaced. The real one has separate tests.
 */
export async function startTestManagement({
  callsPerMinute = 1_000_000,
  environment = {},
  store = { kind: 'folder', folder: null },
  ...options
}: TestManagementOptions = {}): Promise<TestManagement> {
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'placard-management-'));
  const { kysely, pool } = openDatabase(testDatabase.url, { maxConnections: 10 });
  const config = readConfig(
    { PLACARD_DATA: folder, PLACARD_DEMO: 'off', PLACARD_CALLS_PER_MINUTE: String(callsPerMinute), ...environment },
    'management',
  );
  const recorder = createAnswerRecorder();
  const snapshots = openSnapshotFolder(join(folder, 'snapshots'));
  const services: ManagementServices = {
    database: kysely,
    log: recorder.log,
    config,
    hosts: localHosts(snapshots, folder),
    fileStore: openFileStore({ ...config, store }),
    uploads: openUploadFolder(join(folder, 'uploads'), options.nowMs),
    tokenService: {
      handles: () => false,
      callback: () => undefined,
      verifyAccessToken: async (token) => {
        const user = /^user~(\d+)$/.exec(token);
        return user === null ? callerOf(token) : readUserCaller(kysely, Number(user[1]));
      },
      verifySellerToken: async (token) => callerOf(token),
      verifyAssistantToken: (token) => assistantOf(kysely, token),
      approvals: { read: async () => null, decide: async () => null },
    },
    secret: 'the deployment secret of the tests',
    ...options,
  };
  await insertServiceAccount(kysely, { name: 'Test', scopes, clientId: 'test', deploymentSecret: services.secret });
  recorder.keepSecret(services.secret);
  const app = await buildManagementApp(services);
  await app.ready();
  recorder.watch(app);
  // The pool logs errors of idle connections. Here the database is removed on purpose.
  pool.on('error', () => undefined);
  return {
    app,
    services,
    snapshots,
    database: kysely,
    databaseUrl: testDatabase.url,
    call: (method, path, options = {}) => inject(app, method, path, options),
    async close() {
      await app.close();
      await services.fileStore.close();
      await kysely.destroy();
      await testDatabase.close();
      await rm(folder, { recursive: true, force: true });
      recorder.check();
    },
  };
}

async function inject(app: FastifyInstance, method: string, path: string, options: CallOptions): Promise<TestAnswer> {
  const granted = options.scopes === undefined ? scopes : options.scopes;
  const authorization = granted === null ? {} : { authorization: `Bearer ${tokenOf(options, granted)}` };
  const json = options.body === undefined ? {} : { 'content-type': 'application/json' };
  const payload = options.payload ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const answer = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: path.startsWith('/api') ? path : `/api/v1${path}`,
    headers: { ...authorization, ...json, ...options.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = /json/.test(String(answer.headers['content-type'] ?? ''));
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: answer.payload === '' ? null : isJson ? JSON.parse(answer.payload) : answer.payload,
  };
}

function tokenOf({ user, account = 1 }: CallOptions, granted: readonly Scope[]): string {
  return user === undefined ? `${account}~${granted.join('+')}`.replaceAll(':', '.') : `user~${user}`;
}

async function assistantOf(database: Kysely<Database>, token: string): Promise<AssistantCaller | null> {
  const [, user, rights = ''] = /^assistant~(\d+)~([\w.+]*)$/.exec(token) ?? [];
  const caller = user === undefined ? null : await readUserCaller(database, Number(user));
  if (caller === null) return null;
  const granted = rights.replaceAll('.', ':').split('+').filter(isAssistantRight);
  return { caller, clientName: 'Test assistant', connectionId: 1, rights: new Set(granted) };
}

function callerOf(token: string): Caller | null {
  const match = /^(\d+)~(.*)$/.exec(token);
  if (match === null) return null;
  const id = Number(match[1]);
  const granted = (match[2] ?? '')
    .replaceAll('.', ':')
    .split('+')
    .filter((text) => text !== '') as Scope[];
  return {
    kind: 'service-account',
    id,
    name: `account ${id}`,
    scopes: new Set(granted),
    actor: `service-account:${id}`,
    reach: 'everything',
  };
}
