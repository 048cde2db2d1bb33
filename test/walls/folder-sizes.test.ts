import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const most = 20;

/** Folders whose files are numbered, generated, or data with one file per area. */
const exempt = ['src/platform/db/migrations', 'src/client/generated', 'src/messages/catalog'];

test('no folder of code has more than 20 files besides tests', () => {
  const folders = ['src', 'test', 'scripts', 'bin', 'examples', 'deploy'].flatMap(foldersBelow);
  expect(folders.length).toBeGreaterThan(200);
  const large = folders.filter((folder) => !exempt.includes(folder) && filesIn(folder).length > most);
  expect(large.map((folder) => `${folder}: ${filesIn(folder).length} files`)).toEqual([]);
  expect(exempt.filter((folder) => !folders.includes(folder))).toEqual([]);
});

function foldersBelow(folder: string): string[] {
  const inner = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const kept = inner.filter(({ name }) => name !== 'node_modules');
  return [folder, ...kept.flatMap(({ name }) => foldersBelow(`${folder}/${name}`))];
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name)).map(({ name }) => name);
}
