import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { manageChild } from './manage-child.ts';

/** Manages a child that runs until it is told to close. */
function manage(startAfter?: Promise<unknown>) {
  let launches = 0;
  const child = manageChild({
    name: 'worker',
    log: createLog({ level: 'silent', name: 'test' }),
    maxRestartDelayMs: 1_000,
    maxFailedStarts: null,
    closeMs: 1_000,
    measureMs: 1_000,
    changed: () => undefined,
    ...(startAfter !== undefined && { startAfter }),
    launch() {
      launches += 1;
      const ended = Promise.withResolvers<string>();
      return {
        tell: ({ type }) => type === 'close' && ended.resolve('exit code 0'),
        hear: () => undefined,
        ended: ended.promise,
        kill: () => ended.resolve('SIGKILL'),
      };
    },
  });
  return { child, launches: () => launches };
}

test('a child starts immediately, or after another one', async () => {
  const other = Promise.withResolvers<void>();
  const first = manage();
  const second = manage(other.promise);
  await nextTurn();
  expect([first.launches(), second.launches()]).toEqual([1, 0]);
  other.resolve();
  await nextTurn();
  expect(second.launches()).toBe(1);
  await Promise.all([first.child.close(), second.child.close()]);
});

test('a child starts also if the other one cannot start', async () => {
  const { child, launches } = manage(Promise.reject(new Error('The port is in use')));
  await nextTurn();
  expect(launches()).toBe(1);
  await child.close();
});

test('a child that is closed while it waits never starts', async () => {
  const { child, launches } = manage(new Promise(() => undefined));
  await nextTurn();
  await child.close();
  expect(launches()).toBe(0);
});
