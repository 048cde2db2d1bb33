import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPlacard } from '../support/process/placard-group.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

let staging: RunningPlacard;
let production: RunningPlacard;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-configuration-'));
  staging = await startPlacard();
  production = await startPlacard({ PLACARD_DEMO: 'off' });
}, 240_000);
afterAll(async () => {
  await Promise.all([staging?.close(), production?.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command for an installation, in a folder of the test. */
function run(placard: RunningPlacard, ...args: readonly string[]) {
  const { managementUrl, clientId, clientSecret } = placard;
  const environment = {
    PLACARD_URL: managementUrl,
    PLACARD_CLIENT_ID: clientId,
    PLACARD_CLIENT_SECRET: clientSecret,
    INIT_CWD: folder,
  };
  return runPlacard(environment, ...args);
}

/** Returns the hash of every file below a folder of the test. */
async function hashesOf(name: string): Promise<Readonly<Record<string, string>>> {
  const root = join(folder, name);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    paths.toSorted().map(async (path) => {
      return [
        relative(root, path),
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const;
    }),
  );
  return Object.fromEntries(hashes);
}

async function servesAd(placard: RunningPlacard): Promise<boolean> {
  const answer = await fetch(`${placard.deliveryUrl}/json/sl_thecourier_home_-billboard/`);
  return ((await answer.json()) as readonly unknown[]).length > 0;
}

test('the demo is promoted to an empty installation, which then serves its ads and exports the same files', async () => {
  const exported = await run(staging, 'export', 'staging');
  expect(exported.output).toMatch(/13 campaigns, 16 bookings/);
  expect((await run(staging, 'validate', 'staging')).output).toContain('14 files are valid.');
  expect((await run(staging, 'plan', 'staging', '--exit-code')).status).toBe(0);
  const planned = await run(production, 'plan', 'staging', '--exit-code');
  expect(planned.status).toBe(2);
  expect(planned.output).toMatch(/Shares change at \d+ positions:/);
  const unconfirmed = await run(production, 'apply', 'staging');
  expect([unconfirmed.status, /Nothing was changed/.test(unconfirmed.output)]).toEqual([1, true]);
  const applied = await run(production, 'apply', 'staging', '--yes', '--note', 'Promotion');
  expect(applied.output).toMatch(/Applied in revision \d+\. To undo: placard undo 1/);
  expect((await run(production, 'export', 'production')).status).toBe(0);
  const files = await hashesOf('production');
  expect(files).toEqual(await hashesOf('staging'));
  expect(Object.keys(files).length).toBeGreaterThan(100);
  await waitUntil('the promoted campaign to deliver', () => servesAd(production), { withinMs: 10_000 });
}, 240_000);

test('drift is detected and reverted, and an apply is undone', async () => {
  const [booking] = (await production.call('GET', '/api/v1/bookings?externalId=booking-brasshill-home')).body as {
    id: number;
  }[];
  await production.call('PATCH', `/api/v1/bookings/${booking?.id}`, {
    json: { priority: 0, name: 'Renamed' },
    headers: { 'if-match': '*' },
  });
  const drift = await run(production, 'plan', 'staging', '--prune', '--exit-code');
  expect(drift.status).toBe(2);
  expect(drift.output).toContain('~ change bookings "booking-brasshill-home"');
  expect(drift.output).toContain('name: "Renamed" -> "Slow mornings, home pages"');
  expect((await run(production, 'apply', 'staging', '--prune', '--yes')).status).toBe(0);
  expect((await run(production, 'plan', 'staging', '--prune', '--exit-code')).status).toBe(0);
  const undone = await run(production, 'undo', '2');
  expect(undone.output).toContain('To undo: placard undo 3');
  expect((await run(production, 'plan', 'staging', '--exit-code')).status).toBe(2);
}, 120_000);

test('errors have file, line and remedy, and a wrong address or account has a reason', async () => {
  const path = join(folder, 'production', 'bookings.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/priority: \d/, 'priority: high'));
  const line = text.split('\n').findIndex((one) => /priority: \d/.test(one)) + 1;
  const refused = await run(production, 'apply', 'production', '--yes');
  expect(refused.status).toBe(1);
  expect(refused.output).toContain(`bookings.yaml:${line}: `);
  expect(refused.output).toContain('1 error. Nothing was changed.');
  const away = await run(production, 'plan', 'staging', '--url', 'http://127.0.0.1:9');
  expect([away.status, away.output]).toEqual([1, expect.stringContaining('http://127.0.0.1:9 cannot be reached')]);
  const stranger = await run({ ...production, clientSecret: 'wrong' }, 'plan', 'staging');
  expect([stranger.status, stranger.output]).toEqual([1, expect.stringContaining('refused the service account')]);
  const missing = await run(production, 'plan', 'nowhere');
  expect([missing.status, missing.output]).toEqual([1, expect.stringContaining('cannot be read')]);
}, 120_000);
