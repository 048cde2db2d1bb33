import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { createLog, readableLine } from './log.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-log-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('lines are written to the file of the process without confidential values', async () => {
  const path = join(folder, 'delivery-0.log');
  const log = createLog({ level: 'info', name: 'delivery-0', folder });
  log.info({ account: { clientSecret: 'do not write' }, req: { headers: { authorization: 'Bearer x' } } }, 'hello');
  const text = await waitUntil('the line', () => (existsSync(path) && readFileSync(path, 'utf8')) || null);
  expect(JSON.parse(text)).toMatchObject({ level: 30, name: 'delivery-0', msg: 'hello' });
  expect(text).not.toMatch(/do not write|Bearer x/);
});

test.each([
  ['info', false],
  ['debug', true],
])('at level %s an error has its causes and origin, and its stack trace: %s', (level, hasStack) => {
  const lines: string[] = [];
  const log = createLog({ level, name: 'main', destination: { write: (line) => void lines.push(line) } });
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED', query: 'select 1 from there' });
  log.error({ err: new Error('nothing was read', { cause }) }, 'it failed');
  log.error({ err: 'no error at all' }, 'it failed');
  const [line = '', other = ''] = lines;
  expect(/\n +at |"stack"/.test(line)).toBe(hasStack);
  expect(JSON.parse(other)).toMatchObject({ err: 'no error at all' });
  if (hasStack) return;
  expect(JSON.parse(line).err).toEqual({
    type: 'Error',
    message: 'nothing was read',
    at: expect.stringMatching(/^src\/platform\/log\/log\.test\.ts:\d+$/),
    cause: {
      type: 'Error',
      message: 'connection refused',
      code: 'ECONNREFUSED',
      at: expect.stringMatching(/^src\/platform\/log\/log\.test\.ts:\d+$/),
    },
  });
});

test('readable lines contain time, level, process, message and cause', () => {
  const time = Date.parse('2026-11-21T13:44:21Z');
  const entry = { time, level: 50, name: 'main', msg: 'no snapshot', err: { message: 'disk full' } };
  expect(readableLine(JSON.stringify(entry))).toBe('13:44:21 error main: no snapshot: disk full');
});

test('a log file that cannot be opened is reported immediately', () => {
  mkdirSync(join(folder, 'main.log'));
  expect(() => createLog({ level: 'info', name: 'main', folder })).toThrow(/EISDIR/);
});
