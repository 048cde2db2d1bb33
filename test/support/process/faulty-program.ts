import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../bin/placard.mjs', import.meta.url));

/** Fault of a process: an exception, or memory exhaustion. */
export type ProgramFault = 'exception' | 'memory';

export type FaultyProgram = {
  /** Path of the program to start instead of that of this clone. */
  readonly path: string;
  /** Makes a process of the program fail, now and at each start, until `mend`. */
  fail(process: 'management' | 'worker' | 'host', fault: ProgramFault): void;
  mend(process: 'management' | 'worker' | 'host'): void;
};

/** Creates the real program with processes that fail if a file with their name exists. */
export function createFaultyProgram(folder: string): FaultyProgram {
  const path = join(folder, 'faulty-placard.mjs');
  const faultOf = (process: string) => join(folder, `fault-${process}`);
  writeFileSync(
    path,
    `import { readFileSync } from 'node:fs';
const name = process.argv[process.argv.indexOf('--process') + 1];
function look() {
  let fault;
  try {
    fault = readFileSync(${JSON.stringify(folder)} + '/fault-' + name, 'utf8');
  } catch {
    return;
  }
  if (fault === 'exception') throw new Error('a fault of the test');
  const taken = [];
  for (;;) taken.push(new Array(100_000).fill().map(() => ({})));
}
if (process.argv.includes('--process')) {
  look();
  setInterval(look, 50).unref();
}
await import(${JSON.stringify(program)});
`,
  );
  return {
    path,
    fail: (process, fault) => writeFileSync(faultOf(process), fault),
    mend: (process) => rmSync(faultOf(process), { force: true }),
  };
}
