import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

let child: ChildProcess;
let pid: number;
beforeEach(async () => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  pid = child.pid as number;
});
afterEach(() => child.kill('SIGKILL'));

test.each([
  ['lowers the normal priority', 0, 10],
  ['does not raise a lower one, for which a user has no permission', 15, 15],
])('%s', (_what, before, after) => {
  setPriority(pid, before);
  lowerPriority(pid, 'background');
  expect(getPriority(pid)).toBe(after);
});

test('ignores a process that has ended', async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(() => lowerPriority(pid, 'lowest')).not.toThrow();
});
