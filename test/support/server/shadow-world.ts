import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookingRow } from '../../../src/core/snapshot/snapshot-rows.ts';
import { openPacingFolder } from '../../../src/exchange/plan/pacing-folder.ts';
import type { PlannedBooking } from '../../../src/exchange/plan/plan-file.ts';
import { openSnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import type { ShadowReport } from '../../../src/main/shadow-run/report/shadow-report.ts';
import { runShadow, type ShadowRunOptions } from '../../../src/main/shadow-run/run-shadow.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { publishRows } from '../database/publish-rows.ts';
import { creativeRow, snapshotRows } from './test-delivery.ts';

/** Time of the first line of a log, epoch ms. */
export const shadowStartMs = Date.parse('2026-11-28T08:00:00Z');

type AccessFields = {
  readonly target: string;
  readonly atMs?: number;
  readonly cookie?: string;
  readonly address?: string;
};

/** Returns a line in combined format. */
export function accessLine({ target, atMs = shadowStartMs, cookie, address = '203.0.113.9' }: AccessFields): string {
  const [day, time] = new Date(atMs).toISOString().slice(0, 19).split('T') as [string, string];
  const [year, month, date] = day.split('-') as [string, string, string];
  const name = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1];
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  const further = cookie === undefined ? '' : ` "${cookie}"`;
  return `${address} - - [${date}/${name}/${year}:${time} +0000] "GET ${target} HTTP/1.1" 200 43 "https://news.example/" "${agent}"${further}`;
}

/** Creates data folders, logs and CSV files, and runs the logs. */
export function createShadowWorld() {
  const folders: string[] = [];

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'placard-shadow-'));
    folders.push(folder);
    return folder;
  }

  return {
    newFolder,

    /** Returns a data folder with a snapshot of these bookings of the fixtures, and a pacing plan. */
    async folderWith(bookings: readonly BookingRow[], plan: readonly PlannedBooking[] | null = null): Promise<string> {
      const folder = await newFolder();
      const rows = snapshotRows({ bookings, creatives: [creativeRow()] });
      await publishRows(openSnapshotFolder(join(folder, 'snapshots')), rows);
      if (plan !== null) {
        const header = { number: 1, plannedAtMs: shadowStartMs, processes: [] };
        await openPacingFolder(folder).plan.write({ ...header, bookings: plan });
      }
      return folder;
    },

    async run(
      dataFolder: string,
      lines: readonly string[],
      options: Partial<ShadowRunOptions> = {},
      environment: Readonly<Record<string, string>> = {},
    ): Promise<ShadowReport> {
      const file = join(await newFolder(), 'access.log');
      await writeFile(file, `${lines.join('\n')}\n`);
      return runShadow(readConfig({ PLACARD_DATA: dataFolder, ...environment }, 'delivery'), {
        file,
        format: 'auto',
        map: null,
        delivered: null,
        startMs: null,
        seed: 1,
        viewer: 'request',
        assumesConsent: true,
        ...options,
      });
    },

    /** Returns the path of a CSV file with names. */
    async mapFile(...rows: readonly string[]): Promise<string> {
      const path = join(await newFolder(), 'zones.csv');
      await writeFile(path, ['zone,slot', ...rows].join('\n'));
      return path;
    },

    async close(): Promise<void> {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the hash of each file of a folder, by path. */
export async function fileHashesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.map(
      async (file) =>
        [
          file,
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        ] as const,
    ),
  );
  return Object.fromEntries(hashes.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
