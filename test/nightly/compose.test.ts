import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startStoppablePostgres } from '../support/database/stoppable-postgres.ts';
import { serveOneAd } from '../support/fixtures/serve-one-ad.ts';
import { installTools } from '../support/process/debian-tools.ts';
import { deployFile } from '../support/process/deploy-files.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { storeAddress } from '../support/process/placard-hosts.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startRedisServer } from '../support/services/redis-server.ts';
import { startS3Server } from '../support/services/s3-server.ts';

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

const ended: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as compose does. */
function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = values[name] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name}: ${rest}`);
    return value;
  });
}

function startNginx(folder: string, hosts: Readonly<Record<string, string>>, port: number): void {
  installTools('nginx');
  for (const name of ['tmp', 'logs']) mkdirSync(join(folder, name), { recursive: true });
  let server = deployFile('nginx.conf').replace('listen 8081;', `listen 127.0.0.1:${port};`);
  for (const [name, address] of Object.entries(hosts))
    server = server.replace(`server ${name}:8081`, `server ${address}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid;
daemon off;
events {}
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join('\n')}
${server}
}`,
  );
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  ended.push(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'exit');
  });
}

test('the services of compose.yaml serve an ad through their load balancer and count its impression', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-compose-'));
  ended.push(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
  const postgres = await startStoppablePostgres();
  ended.push(postgres.close);
  const redis = await startRedisServer();
  ended.push(redis.stop);
  const s3 = await startS3Server();
  ended.push(s3.close);
  const { services } = parse(deployFile('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
  const balancerPort = await freePort();
  const balancer = `http://127.0.0.1:${balancerPort}`;
  const managementPort = await freePort();
  const management = `http://127.0.0.1:${managementPort}`;
  const credentials = { clientId: 'compose-test', clientSecret: 'secret-of-the-compose-test' };
  const secrets = {
    PLACARD_SECRET: 'the secret that all hosts of compose have',
    DATABASE_PASSWORD: 'password',
    STORE_PASSWORD: 'password',
    PLACARD_ADMIN_EMAIL: 'admin@example.com',
    PLACARD_ADMIN_PASSWORD: 'four herons over a quiet harbour',
    PLACARD_PUBLIC_URL: management,
    PLACARD_DELIVERY_URL: balancer,
  };
  /** Addresses of the services in this test. */
  const reached = (name: string, value: string): string => {
    if (name === 'DATABASE_URL') return postgres.url;
    if (name === 'REDIS_URL') return redis.url;
    if (name === 'PLACARD_STORE') return storeAddress('compose', s3.port);
    return name.startsWith('AWS_') ? 'S3RVER' : substitute(value, secrets);
  };
  const delivery: Record<string, string> = {};
  const ours = Object.entries(services).filter(([, { image }]) => image === 'placard');
  for (const [name, { command = [], environment = {} }] of ours) {
    const role = command.at(-1) ?? '';
    const port = role === 'management' ? managementPort : await freePort();
    if (role === 'delivery') delivery[name] = `127.0.0.1:${port}`;
    const settings = Object.entries(environment).map(([setting, value]) => [setting, reached(setting, value)]);
    const group: PlacardGroup = await startPlacardGroup(
      {
        ...(Object.fromEntries(settings) as Record<string, string>),
        PLACARD_DATA: join(folder, name),
        PLACARD_LOG_LEVEL: 'silent',
        PLACARD_DRAIN_SECONDS: '0',
        PLACARD_CLIENT_ID: credentials.clientId,
        PLACARD_CLIENT_SECRET: credentials.clientSecret,
        [role === 'delivery' ? 'PLACARD_DELIVERY_PORT' : 'PORT']: String(port),
      },
      { role },
    );
    ended.push(group.stop);
  }
  expect(Object.keys(delivery)).toEqual(['delivery-1', 'delivery-2']);
  startNginx(join(folder, 'nginx'), delivery, balancerPort);
  await waitUntil('the load balancer', async () => {
    const answer = await fetch(`${balancer}/health/ready`).catch(() => null);
    return answer?.status === 200;
  });
  await serveOneAd({ management, delivery: balancer, credentials });
  const metrics = await fetch(`${balancer}/metrics`);
  expect(metrics.status).toBe(404);
});
