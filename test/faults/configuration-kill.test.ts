import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { largeConfiguration } from '../support/configuration/large-configuration.ts';
import { freePort } from '../support/process/free-port.ts';
import { startPlacardGroup } from '../support/process/placard-group.ts';

const credentials = { clientId: 'kill-test', clientSecret: 'secret-of-the-kill-test' };
const folder = mkdtempSync(join(tmpdir(), 'placard-configuration-kill-'));
const dataFolder = join(folder, 'data');

afterAll(() => {
  // As root the database may be in another folder, behind a symbolic link.
  rmSync(realpathSync(join(dataFolder, 'postgres')), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Parts of the duration of an apply after which it is killed. The last one is killed after its answer. */
const killedAfter = [0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1];
const campaigns = 60;

test('an apply that is killed with SIGKILL is complete or has no effect, and can be repeated', async () => {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_DATA: dataFolder,
    PLACARD_DEMO: 'off',
    PLACARD_PROCESSES: '1',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
  };
  const document = largeConfiguration(campaigns);
  const call = createManagementClient({ address: `http://127.0.0.1:${port}`, ...credentials });
  const sizes = async () => {
    const { body } = await call('GET', '/api/v1/configuration');
    const { campaigns: stored = {}, bookings = {} } = body as Record<string, object>;
    return [Object.keys(stored).length, Object.keys(bookings).length];
  };
  const apply = (given: Record<string, unknown>) =>
    call('POST', '/api/v1/configuration/apply', { json: { document: given, prune: true } });
  const first = await startPlacardGroup(environment);
  const startMs = performance.now();
  expect((await apply(document)).status).toBe(200);
  const durationMs = performance.now() - startMs;
  expect((await apply(emptied(document))).status).toBe(200);
  await first.stop();
  const outcomes: string[] = [];
  for (const part of killedAfter) {
    const placard = await startPlacardGroup(environment);
    const applied = apply(document).then(
      ({ status }) => status,
      () => null,
    );
    await (part === 1 ? applied : delay(durationMs * part));
    await placard.kill();
    const status = await applied;
    const restarted = await startPlacardGroup(environment);
    const after = await sizes();
    expect([0, campaigns], `${part}`).toContain(after[0]);
    expect(after[1], `${part}`).toBe((after[0] ?? 0) * 2);
    if (status === 200) expect(after[0]).toBe(campaigns);
    outcomes.push(
      `${part}: ${status === 200 ? 'answered' : 'not answered'}, ${after[0] === 0 ? 'no effect' : 'complete'}`,
    );
    expect((await apply(emptied(document))).status).toBe(200);
    expect(await sizes()).toEqual([0, 0]);
    await restarted.stop();
  }
  process.stdout.write(`${Math.round(durationMs)} ms\n${outcomes.join('\n')}\n`);
  expect(outcomes[0]).toContain('no effect');
  expect(outcomes.at(-1)).toBe('1: answered, complete');
}, 400_000);

/** The same sections without objects. */
function emptied(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, name === 'version' ? value : {}]));
}
