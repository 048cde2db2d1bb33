import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newLineage } from '../../src/exchange/snapshot/file-names.ts';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { startBenchProcess, startBenchServer } from '../bench/bench-process.ts';
import type { LoadRequest } from '../bench/http/raw-http.ts';
import { generate } from '../bench/measure-endpoint.ts';
import { plainSlot, searchOf, shelfBatches, shelfSlot } from '../support/database/shelf-rows.ts';

const size = { bookings: 10_000, productsOfBooking: Number(process.env['PLACARD_SHELF_PRODUCTS'] ?? 100) };
/** Most time of a product decision for a search, relative to a banner without targeting. */
const mostRatio = 1.5;
const windows = 7;

let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-shelf-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test('a lookup in a million products and ten thousand keyword bookings is nearly as fast as a banner decision', async () => {
  const folder = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const lineage = newLineage();
  const { file: base } = await folder.writeBase({ lineage, revision: 1, builtAtMs: Date.now() }, shelfBatches(size));
  await folder.makeCurrent({ lineage, revision: 1, base, deltas: [] });
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  const generator = startBenchProcess('load-generator.ts');
  try {
    const searches = Array.from({ length: 2_000 }, (_, index) => searchOf(index, size));
    const plain = searches.map(() => requestOf(plainSlot, {}));
    const looking = searches.map((kw) => requestOf(shelfSlot, { kw }));
    const measure = async (requests: readonly LoadRequest[]) => {
      const load = { port: server.port, connections: 16, seconds: 3, pauseMs: 20, requests };
      const { p99Ms, failures } = await generate(generator, load);
      expect(failures).toBe(0);
      return p99Ms;
    };
    await measure(plain);
    await measure(looking);
    const pairs: { readonly plain: number; readonly looking: number }[] = [];
    for (let window = 0; window < windows; window += 1) {
      pairs.push({ plain: await measure(plain), looking: await measure(looking) });
    }
    const ratio = median(pairs.map((pair) => pair.looking / pair.plain));
    process.stdout.write(
      `${JSON.stringify({
        ...size,
        products: size.bookings * size.productsOfBooking,
        p99MsPlain: median(pairs.map((pair) => pair.plain)),
        p99MsLooking: median(pairs.map((pair) => pair.looking)),
        ratio: Math.round(ratio * 100) / 100,
      })}\n`,
    );
    expect(ratio).toBeLessThan(mostRatio);
  } finally {
    generator.disconnect();
    await server.stop();
  }
});

function requestOf(slotname: string, parameters: object): LoadRequest {
  return { method: 'POST', path: '/json', body: JSON.stringify({ slots: [{ slotname }], parameters }) };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number;
}
