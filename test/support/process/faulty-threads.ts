import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramFault } from './faulty-program.ts';

export type FaultyThreads = {
  /** Node options with which the delivery threads of the program look for faults. */
  readonly nodeOptions: string;
  /** Makes a delivery thread fail, now and at each start, until `mend`. */
  fail(number: number, fault: ProgramFault): void;
  mend(number: number): void;
};

/** Creates a module that delivery threads of the real program load first, and that fails if a file with their number exists. */
export function createFaultyThreads(folder: string): FaultyThreads {
  const path = join(folder, 'faulty-threads.mjs');
  const faultOf = (number: number) => join(folder, `fault-thread-${number}`);
  writeFileSync(
    path,
    `import { readFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
function look() {
  let fault;
  try {
    fault = readFileSync(${JSON.stringify(folder)} + '/fault-thread-' + workerData.number, 'utf8');
  } catch {
    return;
  }
  if (fault === 'exception') throw new Error('a fault of the test');
  const taken = [];
  for (;;) taken.push(new Array(100_000).fill().map(() => ({})));
}
if (!isMainThread && typeof workerData?.number === 'number') {
  look();
  setInterval(look, 50).unref();
}
`,
  );
  return {
    nodeOptions: `--import=${path}`,
    fail: (number, fault) => writeFileSync(faultOf(number), fault),
    mend: (number) => rmSync(faultOf(number), { force: true }),
  };
}
