import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createLog, readableLine } from './log.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-log-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('lines go to the file of the process, without what must not be written down', async () => {
  const path = join(folder, 'delivery-0.log');
  const log = createLog({ level: 'info', name: 'delivery-0', folder });
  log.info({ account: { clientSecret: 'do not write' }, req: { headers: { authorization: 'Bearer x' } } }, 'hello');
  const text = await waitUntil('the line', () => (existsSync(path) && readFileSync(path, 'utf8')) || null);
  expect(JSON.parse(text)).toMatchObject({ level: 30, name: 'delivery-0', msg: 'hello' });
  expect(text).not.toMatch(/do not write|Bearer x/);
});

test('people read time, level, who, what and why', () => {
  const time = Date.parse('2026-11-21T13:44:21Z');
  const entry = { time, level: 50, name: 'main', msg: 'no snapshot', err: { message: 'disk full' } };
  expect(readableLine(JSON.stringify(entry))).toBe('13:44:21 error main: no snapshot: disk full');
});

test('a log file that cannot be opened is told at once', () => {
  mkdirSync(join(folder, 'main.log'));
  expect(() => createLog({ level: 'info', name: 'main', folder })).toThrow(/EISDIR/);
});
