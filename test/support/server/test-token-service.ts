import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kysely } from 'kysely';
import type { Scope } from '../../../src/contract/access/scopes.ts';
import { createServiceAccount } from '../../../src/management/access/service-account/create-service-account.ts';
import { createTokenService, type TokenService } from '../../../src/management/access/token/token-service.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { createAnswerRecorder } from './answer-recorder.ts';

const secret = 'a deployment secret of enough characters';

export type TestAccount = { readonly id: number; readonly clientId: string; readonly clientSecret: string };

export type TestTokenService = {
  readonly origin: string;
  readonly database: Kysely<Database>;
  readonly service: TokenService;
  /** Starts a second process of the same deployment. */
  another(): Promise<TokenService>;
  createAccount(name: string, scopes: readonly Scope[]): Promise<TestAccount>;
  post(path: string, body: URLSearchParams, headers?: Readonly<Record<string, string>>): Promise<Response>;
  tokenOf(account: TestAccount): Promise<string>;
  close(): Promise<void>;
};

/** Starts only the token service, with a new database on a separate port. */
export async function startTestTokenService(): Promise<TestTokenService> {
  const recorder = createAnswerRecorder();
  recorder.keepSecret(secret);
  const stored = await createTestDatabase();
  const { kysely } = openDatabase(stored.url, { maxConnections: 5 });
  let service: TokenService | undefined;
  const server = createServer((request, response) => {
    if (service?.handles(request.url ?? '') === true) return service.callback(request, response);
    response.writeHead(404).end();
  });
  recorder.watchServer(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const another = () => createTokenService({ database: kysely, secret, publicUrl: origin, log: recorder.log });
  service = await another();
  const post: TestTokenService['post'] = (path, body, headers = {}) =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers });
  return {
    origin,
    database: kysely,
    service,
    another,
    async createAccount(name, scopes) {
      const account = await createServiceAccount(kysely, { name, scopes, deploymentSecret: secret, actor: 'system' });
      recorder.keepSecret(account.clientSecret);
      return account;
    },
    post,
    async tokenOf(account) {
      const answer = await post('/oauth2/token', credentialsOf(account, { grant_type: 'client_credentials' }));
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await kysely.destroy();
      await stored.close();
      recorder.check();
    },
  };
}

/** Returns a form with the account's ID, its secret and additional fields. */
export function credentialsOf(account: TestAccount, more: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ client_id: account.clientId, client_secret: account.clientSecret, ...more });
}
