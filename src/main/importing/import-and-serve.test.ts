import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPlacard, startPlacard } from '../../../test/support/process/running-placard.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type MariadbServer, startMariadb } from '../../../test/support/revive/mariadb-server.ts';
import { reviveSql } from '../../../test/support/revive/revive-sql.ts';

const program = fileURLToPath(new URL('../../../bin/placard.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'placard-import-serve-'));
const slot = 'site1_zone1-revive-300x250';

let placard: RunningPlacard;
let server: MariadbServer;

beforeAll(async () => {
  [placard, server] = await Promise.all([startPlacard(), startMariadb()]);
  const image = await sharp({ create: { width: 300, height: 250, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
  writeFileSync(join(folder, 'winter.png'), image);
  server.run(
    'revive',
    reviveSql({
      agency: [{ agencyid: 1, name: 'Agency' }],
      affiliates: [{ affiliateid: 1, agencyid: 1, name: 'Courier' }],
      zones: [{ zoneid: 1, affiliateid: 1, zonename: 'Top', width: 300, height: 250 }],
      clients: [{ clientid: 1, agencyid: 1, clientname: 'Aurora' }],
      campaigns: [{ campaignid: 1, clientid: 1, campaignname: 'Winter' }],
      banners: [
        {
          bannerid: 1,
          campaignid: 1,
          storagetype: 'web',
          filename: 'winter.png',
          description: 'Winter',
          url: 'https://aurora.example/',
        },
      ],
      ad_zone_assoc: [{ ad_id: 1, zone_id: 1 }],
    }),
  );
}, 240_000);
afterAll(async () => {
  await Promise.all([placard?.close(), server?.stop()]);
  rmSync(folder, { recursive: true });
});

/** Runs the program, and returns its exit code and output. */
async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PLACARD_URL: placard.managementUrl,
      PLACARD_CLIENT_ID: placard.clientId,
      PLACARD_CLIENT_SECRET: placard.clientSecret,
    },
  });
  let output = '';
  child.stdout.on('data', (part) => (output += String(part)));
  child.stderr.on('data', (part) => (output += String(part)));
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}

async function adsOf(slotName: string): Promise<readonly { readonly body?: string }[]> {
  const response = await fetch(`${placard.deliveryUrl}/json/sl${slotName}/`);
  return response.ok ? ((await response.json()) as readonly { readonly body?: string }[]) : [];
}

test('an imported banner is served with its file, until the import is undone', async () => {
  const imported = await run('import', 'revive', '--database', server.url('revive'), '--files', folder, '--yes');
  expect(imported.output).toMatch(/Applied in revision \d+\. To undo: placard undo \d+/);
  expect(imported.code).toBe(0);
  const ads = await waitUntil('an ad', async () => {
    const answer = await adsOf(slot);
    return answer.length > 0 && answer;
  });
  expect(JSON.stringify(ads)).toContain('winter.png');

  const again = await run('import', 'revive', '--database', server.url('revive'), '--files', folder, '--yes');
  expect(again.output).toContain('No changes. The installation matches the configuration.');

  const [, number = ''] = /placard undo (\d+)/.exec(imported.output) ?? [];
  expect((await run('undo', number)).code).toBe(0);
  await waitUntil('no ad', async () => (await adsOf(slot)).length === 0);
}, 120_000);
