import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { readDemoState, writeDemoState } from '../demo-state.ts';
import { addDemoTraffic } from './add-demo-traffic.ts';

describe('the traffic of the demo, after an interruption', () => {
  let management: TestManagement;
  let dataFolder: string;
  const never = new AbortController().signal;
  const task = () => ({
    databaseUrl: management.databaseUrl,
    dataFolder,
    revision: 0,
    days: 1,
    nowMs: Date.parse('2026-11-20T12:00:00Z'),
    decisionBytes: 0,
  });
  const journals = () => readdir(join(dataFolder, 'journal', 'demo')).catch(() => null);

  beforeEach(async () => {
    management = await startTestManagement();
    dataFolder = await mkdtemp(join(tmpdir(), 'placard-demo-traffic-'));
  });
  afterEach(async () => {
    await management.close();
    await rm(dataFolder, { recursive: true });
  });

  test('moves a simulated journal once, and never again', async () => {
    const simulated = join(dataFolder, 'demo-traffic', 'journal', 'demo');
    await mkdir(simulated, { recursive: true });
    await writeFile(join(simulated, '0000000001.journal'), 'events');
    await writeDemoState(management.database, { completed: true, traffic: 'moving' });
    expect(await addDemoTraffic(task(), never)).toEqual({ pageViews: 0, events: 0 });
    expect(await journals()).toEqual(['0000000001.journal']);
    expect(await readDemoState(management.database)).toEqual({ completed: true, traffic: 'added' });
    await rm(join(dataFolder, 'journal'), { recursive: true });
    expect(await addDemoTraffic(task(), never)).toEqual({ pageViews: 0, events: 0 });
    expect(await journals()).toBeNull();
  });

  test('adds nothing when the program ends during the simulation', async () => {
    await writeDemoState(management.database, { completed: true, traffic: 'pending' });
    const stop = new AbortController();
    // No snapshot is published here, so the simulation waits for one.
    const adding = addDemoTraffic(task(), stop.signal);
    setTimeout(() => stop.abort(), 500);
    await expect(adding).rejects.toThrow('ended without a result');
    expect(await journals()).toBeNull();
    expect(await readDemoState(management.database)).toEqual({ completed: true, traffic: 'pending' });
  });

  test('adds nothing to accounts of earlier versions', async () => {
    await writeDemoState(management.database, { completed: true });
    expect(await addDemoTraffic(task(), never)).toEqual({ pageViews: 0, events: 0 });
    expect(await readDemoState(management.database)).toEqual({ completed: true });
  });
});
