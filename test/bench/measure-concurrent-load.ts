import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createLog } from '../../src/platform/log/log.ts';
import { html5SetOf } from '../../src/platform/media/html5-set.ts';
import { createImageWorkshop } from '../../src/platform/media/image-workshop.ts';
import { readVideo } from '../../src/platform/media/read-video.ts';
import { largePhoto } from '../support/media-files/large-photo.ts';
import { bannerFiles, writeZip } from '../support/media-files/write-zip.ts';
import { benchBodies } from './bench-model.ts';
import { nextMessage, startBenchProcess, startBenchServer } from './bench-process.ts';
import { connections, generate } from './measure-endpoint.ts';
import { type Spread, spreadOfRounds } from './result/spread.ts';

const slowClients = 5_000;

export type BesideTask = {
  readonly generator: ChildProcess;
  /** Contains a snapshot of the bench model. */
  readonly dataFolder: string;
  readonly rounds: number;
  readonly seconds: number;
};

/** Returns p99 of other requests while thousands of clients send one byte per second, divided by p99 without them. */
export function measureSlowClients(task: BesideTask): Promise<Spread> {
  return measureBeside(task, async (port) => {
    const slow = startBenchProcess('slow-clients.ts', [String(port), String(slowClients)]);
    await nextMessage(slow);
    return async () => {
      const gone = once(slow, 'exit');
      slow.disconnect();
      await gone;
    };
  });
}

/** ZIP file that is unpacked and checked in addition to photographs. */
const zip = writeZip([
  ...bannerFiles(),
  { path: 'large.txt', content: randomBytes(8 * 1024 * 1024).toString('base64') },
]);
const clip = new URL('../support/media/clip.webm', import.meta.url);
const zipOptions = { width: 300, height: 250, maxBytes: null, isClicked: true };
const anySize = { width: null, height: null, maxBytes: null };

/**
 * Returns p99 of ad requests while photographs are resized and ZIP files and videos are checked on the same machine,
 * one after another, divided by p99 without.
 */
export async function measureUploads(task: BesideTask): Promise<Spread> {
  const photo = await largePhoto();
  const videoFile = await readFile(clip);
  const workshop = createImageWorkshop(createLog({ level: 'silent', name: 'bench' }));
  try {
    return await measureBeside(task, async () => {
      let isOver = false;
      const working = (async () => {
        while (!isOver) {
          await workshop.process(photo, anySize);
          await html5SetOf(zip, zipOptions);
          await readVideo(videoFile, { ...anySize, kind: 'video' });
        }
      })();
      return async () => {
        isOver = true;
        await working;
      };
    });
  } finally {
    await workshop.close();
  }
}

/** @param begin starts the additional load and returns a function that ends it */
async function measureBeside(
  { generator, dataFolder, rounds, seconds }: BesideTask,
  begin: (port: number) => Promise<() => Promise<void>>,
): Promise<Spread> {
  const server = await startBenchServer('delivery-server.ts', [dataFolder, 'on']);
  try {
    const requests = benchBodies(2_000, 1).map((body) => ({ method: 'POST', path: '/json', body }) as const);
    const measure = async () =>
      (await generate(generator, { port: server.port, connections, seconds, requests })).p99Ms;
    await measure();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const without = await measure();
      const end = await begin(server.port);
      ratios.push((await measure()) / without);
      await end();
    }
    return spreadOfRounds(ratios);
  } finally {
    await server.stop();
  }
}
