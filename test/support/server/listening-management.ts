import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openSnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import { ensureFirstServiceAccount } from '../../../src/management/access/first-accounts/first-accounts.ts';
import { startManagement } from '../../../src/management/api/app/start-management.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { freePort } from '../process/free-port.ts';
import { localHosts } from '../process/local-hosts.ts';
import { createAnswerRecorder } from './answer-recorder.ts';

export type ListeningManagement = {
  readonly origin: string;
  readonly database: Kysely<Database>;
  /** A service account with all scopes. */
  readonly account: { readonly id: string; readonly secret: string };
  close(): Promise<void>;
};

/** Starts the management listener with its real token service, on a separate port with a new database. */
export async function startListeningManagement(
  environment: Readonly<Record<string, string>> = {},
): Promise<ListeningManagement> {
  const secret = 'a deployment secret of enough characters';
  const recorder = createAnswerRecorder();
  const account = { id: 'operations', secret: 'the secret of operations' };
  const stored = await createTestDatabase();
  const { kysely } = openDatabase(stored.url, { maxConnections: 10 });
  const tokens = openDatabase(stored.url, { maxConnections: 3 });
  const folder = await mkdtemp(join(tmpdir(), 'placard-listening-'));
  const port = String(await freePort());
  const variables = { PORT: port, PLACARD_HOST: '127.0.0.1', PLACARD_DATA: folder, ...environment };
  const config = readConfig(variables, 'management');
  await ensureFirstServiceAccount(kysely, account, secret);
  const management = await startManagement({
    config,
    log: recorder.log,
    database: kysely,
    tokenDatabase: tokens.kysely,
    secret,
    hosts: localHosts(openSnapshotFolder(join(folder, 'snapshots'))),
  });
  for (const one of [secret, account.secret]) recorder.keepSecret(one);
  recorder.watch(management.app);
  return {
    origin: config.publicUrl,
    database: kysely,
    account,
    async close() {
      await management.close();
      await Promise.all([kysely.destroy(), tokens.kysely.destroy()]);
      await stored.close();
      await rm(folder, { recursive: true, force: true });
      recorder.check();
    },
  };
}
