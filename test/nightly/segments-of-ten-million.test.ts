import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSegmentFolder, type SegmentFolder } from '../../src/exchange/audience/segment-folder.ts';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { deriveKey, loadSecret } from '../../src/platform/keys/derive-key.ts';
import { runImport } from '../../src/worker/audiences/import/run-import.ts';
import { benchBodies, benchRows } from '../bench/bench-model.ts';
import { startBenchProcess, startBenchServer } from '../bench/bench-process.ts';
import type { LoadRequest } from '../bench/http/raw-http.ts';
import { generate } from '../bench/measure-endpoint.ts';
import { publishRows } from '../support/database/publish-rows.ts';

const rows = Number(process.env['PLACARD_SEGMENT_ROWS'] ?? 10_000_000);
const rowsOfMember = 4;
const segments = 2_000;
/** Most slowdown of ad requests while the rows are read and activated. */
const mostRatio = 1.2;
const secondsOfWindow = 3;
const windows = 7;

let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-members-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test('reads and activates ten million memberships without slowing ad requests', async () => {
  await publishRows(openSnapshotFolder(join(dataFolder, 'snapshots')), benchRows(1_000));
  const file = await writeRows(join(dataFolder, 'members.csv'));
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  const generator = startBenchProcess('load-generator.ts');
  try {
    const requests = benchBodies(2_000, 1).map((body, index) => askOf(body, index));
    const measure = async () => {
      const load = { port: server.port, connections: 16, seconds: secondsOfWindow, pauseMs: 20, requests };
      return generate(generator, load);
    };
    await measure();
    const folder = openSegmentFolder(join(dataFolder, 'segments'));
    const without = await measured(windows, measure);
    const startedMs = performance.now();
    let isOver = false;
    const imported = takeIn(folder, file).finally(() => {
      isOver = true;
    });
    const during: number[] = [];
    while (!isOver) during.push(...(await measured(1, measure)));
    const { memberships, bytes } = await imported;
    const importSeconds = (performance.now() - startedMs) / 1000;
    await waitUntilServed(server.port, memberships, async () => during.push(...(await measured(1, measure))));
    const after = await measured(windows, measure);
    const baseline = median([...without, ...after]);
    const ratio = median(during) / baseline;
    process.stdout.write(
      `${JSON.stringify({
        rows,
        memberships,
        bytesPerMembership: Math.round((bytes / memberships) * 100) / 100,
        importSeconds: Math.round(importSeconds),
        p99MsWithout: baseline,
        p99MsDuring: median(during),
        windowsDuring: during.length,
        worstMsDuring: Math.max(...during),
        worstMsWithout: Math.max(...without, ...after),
        ratio: Math.round(ratio * 100) / 100,
      })}\n`,
    );
    expect(memberships).toBe(rows);
    expect(ratio).toBeLessThan(mostRatio);
  } finally {
    generator.disconnect();
    await server.stop();
  }
});

type WrittenFile = { readonly bytes: number; readonly sha256: string };

async function writeRows(path: string): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  function* lines() {
    yield Buffer.from('member_id,segment,event\n');
    for (let row = 0; row < rows; ) {
      let text = '';
      for (const end = Math.min(rows, row + 10_000); row < end; row += 1) {
        const member = Math.floor(row / rowsOfMember);
        text += `member-${member},s${(member * 7 + (row % rowsOfMember) * 501) % segments},enter\n`;
      }
      yield Buffer.from(text);
    }
  }
  function* counted() {
    for (const chunk of lines()) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path));
  return { bytes, sha256: hash.digest('hex') };
}

async function takeIn(folder: SegmentFolder, { bytes, sha256 }: WrittenFile) {
  const key = deriveKey(loadSecret({ configured: null, dataFolder }), 'segment-member').toString('base64');
  const delivered = { path: 'members.csv', format: 'csv', isGzip: false, bytes, sha256, rows: null } as const;
  const layer = { source: 'connection-1', segments: [], parts: [] };
  const task = {
    origin: {
      from: 'files',
      location: { kind: 'folder', path: dataFolder },
      folder: '',
      manifest: { kind: 'full', files: [delivered] },
      identifierType: 'ui',
      maxBadRowsPercent: 5,
      foreign: [],
      erased: [],
    },
    layer,
    remaining: 10_000,
    ttlHours: {},
    folder: folder.path,
    workFolder: join(folder.path, 'import'),
    run: 'one',
    nowMs: Date.now(),
    memberKey: key,
    erasedKey: key,
  } as const;
  const outcome = await runImport(task, AbortSignal.timeout(590_000));
  if (!outcome.taken) throw new Error(outcome.detail);
  const { parts } = outcome;
  await folder.makeCurrent({
    sequence: 1,
    layers: [{ ...layer, segments: outcome.segments, parts }],
    ownDomains: null,
  });
  const sum = (of: 'memberships' | 'bytes') => parts.reduce((total, part) => total + part[of], 0);
  return { memberships: sum('memberships'), bytes: sum('bytes') };
}

async function waitUntilServed(port: number, memberships: number, meanwhile: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    await meanwhile();
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (new RegExp(`^placard_segment_memberships\\S* ${memberships}$`, 'm').test(metrics)) return;
  }
  throw new Error('The segments were not activated');
}

async function measured(times: number, measure: () => Promise<{ p99Ms: number; failures: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const { p99Ms, failures } = await measure();
    expect(failures).toBe(0);
    found.push(p99Ms);
  }
  return found;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number;
}

/** Returns the request of a viewer with consent and segments. */
function askOf(body: string, index: number): LoadRequest {
  const request = JSON.parse(body) as { readonly parameters?: object };
  const parameters = { ...request.parameters, tl: ['all'], ui: [`member-${index * 1_117}`] };
  return { method: 'POST', path: '/json', body: JSON.stringify({ ...request, parameters }) };
}
