import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { endOnSignal } from './end-on-signal.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function listening() {
  const exits: unknown[] = [];
  const source = Object.assign(new EventEmitter(), {
    exit: (code?: unknown) => {
      exits.push(code);
      return undefined as never;
    },
  });
  return { exits, source, end: endOnSignal(createLog({ level: 'silent', name: 'test' }), source) };
}

test('a Ctrl-C that arrives twice, from the terminal and from npm, counts once', () => {
  const { exits, source, end } = listening();
  source.emit('SIGINT');
  vi.advanceTimersByTime(300);
  source.emit('SIGINT');
  expect(end.aborted).toBe(true);
  expect(exits).toEqual([]);
});

test('a later second one ends the process immediately', () => {
  const { exits, source } = listening();
  source.emit('SIGINT');
  vi.advanceTimersByTime(1_500);
  source.emit('SIGTERM');
  expect(exits).toEqual([130]);
});

test('a shutdown that hangs is aborted', () => {
  const { exits, source } = listening();
  source.emit('SIGTERM');
  vi.advanceTimersByTime(10_000);
  expect(exits).toEqual([1]);
});
