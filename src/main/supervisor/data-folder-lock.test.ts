import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servesOf } from '../../platform/config/roles.ts';
import { DataFolderInUseError, lockDataFolder, readLockHolder } from './data-folder-lock.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a second placard on the folder is rejected with the process ID of the first, and killing the first releases the folder', async () => {
  const program = `
    import('${new URL('./data-folder-lock.ts', import.meta.url).href}').then(({ lockDataFolder }) => {
      lockDataFolder(${JSON.stringify(folder)}, { management: true, delivery: true, worker: true });
      process.send('locked');
      process.on('message', () => undefined);
    })`;
  const other = fork('-', [], { execArgv: ['--eval', program], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(other, 'message');
  expect(() => lockDataFolder(folder, servesOf(['all']))).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder, servesOf(['management']))).toThrow(`process ${other.pid}`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = lockDataFolder(folder, servesOf(['all']));
  expect(readLockHolder(folder)?.pid).toBe(process.pid);
  lock.release();
  lockDataFolder(folder, servesOf(['all'])).release();
});

test('separate roles share a folder, and two processes of one role do not', () => {
  const roles = (['management', 'worker', 'delivery'] as const).map((role) => lockDataFolder(folder, servesOf([role])));
  expect(() => lockDataFolder(folder, servesOf(['delivery']))).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder, servesOf(['all']))).toThrow(DataFolderInUseError);
  for (const lock of roles) lock.release();
  lockDataFolder(folder, servesOf(['all'])).release();
});

test('an invalid data folder is rejected with the name of the setting', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => lockDataFolder(file, servesOf(['all']))).toThrow(/PLACARD_DATA: the data folder .* cannot be used/);
});
