import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problems } from '../../../src/contract/common/problems.ts';
import type { Recorded } from './answer-recorder.ts';

/** Prints a summary of all recorders at the end of a run. Faults have already failed their tests. */
export async function printRecorded(folder: string): Promise<void> {
  const names = await readdir(folder);
  const records = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Recorded),
  );
  await rm(folder, { recursive: true, force: true });
  if (records.length === 0) return;
  const sum = (count: (record: Recorded) => number) => records.reduce((total, record) => total + count(record), 0);
  const seen = new Set(records.flatMap(({ codes }) => Object.keys(codes)));
  const unseen = Object.keys(problems).filter((code) => !seen.has(code));
  const refused = sum(({ codes }) => Object.values(codes).reduce((total, one) => total + one, 0));
  console.info(
    `recorded: ${sum(({ answers }) => answers)} responses of ${records.length} servers, ${refused} problems of` +
      ` ${seen.size} codes, ${sum(({ lines }) => lines)} log lines; codes not seen: ${unseen.join(', ') || 'none'}`,
  );
}
