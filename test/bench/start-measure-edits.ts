import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownCheckout } from './bench-process.ts';
import type { EditResult } from './result/bench-result.ts';

/** Runs `measure-edits.ts` with the whole program and two delivery processes in a separate process. */
export async function measureEdits(bookings: number, checkout = ownCheckout): Promise<EditResult> {
  const script = join(checkout, 'test/bench/measure-edits.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--bookings', String(bookings)]);
  return JSON.parse(stdout) as EditResult;
}
