import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostsView } from '../../src/contract/insight/hosts.ts';
import { childrenOf } from '../support/process/children-of.ts';
import { watchedMetrics } from '../support/process/deploy-files.ts';
import { freePort } from '../support/process/free-port.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

let placard: RunningPlacard;
let watching: string;

beforeAll(async () => {
  const port = await freePort();
  watching = `http://127.0.0.1:${port}`;
  placard = await startPlacard({ PLACARD_METRICS_PORT: String(port), PLACARD_DEMO: 'off' });
});
afterAll(() => placard?.close());

const read = async (path: string) => {
  const answer = await fetch(`${watching}${path}`);
  return { status: answer.status, text: await answer.text() };
};
const hosts = async () => (await placard.call('GET', '/api/v1/hosts')).body as HostsView;
/** Returns the value of the sample whose line starts with this text. null if there is none. */
const sampleOf = (metrics: string, series: string) => {
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

describe('a monitored host', () => {
  test('exports the metrics of all its processes at one URL, each metric described once', async () => {
    const { text } = await read('/metrics');
    for (const process of ['host', 'management', 'worker', 'delivery-0', 'delivery-1']) {
      expect(sampleOf(text, `placard_process_memory_bytes{process="${process}"}`)).toBeGreaterThan(10_000_000);
    }
    expect(sampleOf(text, 'placard_ready{process="host"}')).toBe(1);
    expect(sampleOf(text, 'placard_engine_up{engine="postgresql",process="host"}')).toBe(1);
    expect(sampleOf(text, 'placard_work_held{work="publisher",process="host"}')).toBe(1);
    expect(sampleOf(text, 'placard_newest_revision{process="host"}')).toBe(
      sampleOf(text, 'placard_revision{process="delivery-1"}'),
    );
    const types = text.split('\n').filter((line) => line.startsWith('# TYPE'));
    const names = types.map((line) => line.split(' ')[2]);
    const ofSeveralHosts = ['placard_journal_handed_over_timestamp_seconds'];
    expect(watchedMetrics().filter((name) => ![...names, ...ofSeveralHosts].includes(name))).toEqual([]);
    expect(new Set(types).size).toBe(types.length);
  });

  test('counts calls of management and requests of delivery', async () => {
    const before = await read('/metrics');
    await placard.call('GET', '/api/v1/limits');
    for (let index = 0; index < 20; index += 1) await fetch(`${placard.deliveryUrl}/json/sl_nowhere-lb`);
    const after = await read('/metrics');
    const requests = (text: string) =>
      ['delivery-0', 'delivery-1'].reduce(
        (sum, process) => sum + (sampleOf(text, `placard_ad_requests_total{process="${process}"}`) ?? 0),
        0,
      );
    expect(requests(after.text) - requests(before.text)).toBe(20);
    const calls = 'placard_management_calls_total{method="GET",status="200",process="management"}';
    expect((sampleOf(after.text, calls) ?? 0) - (sampleOf(before.text, calls) ?? 0)).toBe(1);
    expect(sampleOf(after.text, 'placard_management_call_seconds_count{process="management"}')).toBeGreaterThan(0);
  });

  test('reports liveness, readiness and a failed process, and shows the failure to administrators', async () => {
    expect(await read('/health/live')).toMatchObject({ status: 200 });
    expect(await read('/health/ready')).toMatchObject({ status: 200 });
    expect(JSON.parse((await read('/health')).text)).toMatchObject({
      status: 'ok',
      reasons: [],
      engines: { postgresql: 'ok', redis: 'unused', store: 'ok' },
    });
    expect((await read('/api/v1/me')).status).toBe(404);
    await waitUntil('the host to appear', async () => (await hosts()).hosts[0]?.processes.length === 2);
    const shown = await hosts();
    expect(shown).toMatchObject({
      revision: shown.hosts[0]?.processes[0]?.revision,
      engines: [
        { name: 'postgresql', state: 'ok', version: expect.stringMatching(/^\d+/) as unknown },
        { name: 'redis', state: 'unused', version: null },
        { name: 'store', state: 'ok' },
      ],
      hosts: [{ roles: ['management', 'delivery', 'worker'], version: '0.1.0', draining: false, restarts: 0 }],
    });
    expect(shown.work.map(({ name }) => name)).toContain('publisher');

    const [, second] = shown.hosts[0]?.processes ?? [];
    expect(childrenOf(placard.processId)).toContain(second?.pid);
    process.kill(second?.pid ?? 0, 'SIGSTOP');
    try {
      await waitUntil('the stopped process to be reported', async () =>
        /"degraded".*1 of 2/.test((await read('/health')).text),
      );
      // The exporter waits only briefly for the metrics of this process.
      const { text } = await read('/metrics');
      expect(sampleOf(text, 'placard_delivery_processes{process="host"}')).toBe(1);
      expect(sampleOf(text, 'placard_degraded{process="host"}')).toBe(1);
    } finally {
      process.kill(second?.pid ?? 0, 'SIGCONT');
    }
    process.kill(second?.pid ?? 0, 'SIGKILL');
    await waitUntil('the process to be restarted', async () => (await hosts()).hosts[0]?.restarts === 1);
    await waitUntil('the status to be ok', async () => /"status":"ok"/.test((await read('/health')).text));
  });
});
