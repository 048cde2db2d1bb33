import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../bin/placard.mjs', import.meta.url));

/** What goes wrong in a process: an exception, or memory that is taken until there is none left. */
export type ProgramFault = 'exception' | 'memory';

export type FaultyProgram = {
  /** To be started instead of the program of this clone. */
  readonly path: string;
  /** Makes a process of it fail, now and at each start, until `mend`. */
  fail(process: 'management' | 'worker' | 'host', fault: ProgramFault): void;
  mend(process: 'management' | 'worker' | 'host'): void;
};

/** The real program, whose processes fail when a file of their name says so. */
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
