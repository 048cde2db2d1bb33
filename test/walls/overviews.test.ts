import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Folders with fewer files need no overview. */
const least = 6;
const exempt = ['src/platform/db/migrations', 'src/client/generated'];

/** The overview of an entry file: a block comment before the imports. */
const overviewPattern = /^\/\*\n([\s\S]*?)\n \*\/\n/;

const folders = foldersBelow('src').filter((folder) => !exempt.some((one) => folder.startsWith(one)));
const overviews = folders.flatMap((folder) =>
  filesIn(folder).flatMap((file) => {
    const overview = overviewPattern.exec(readFileSync(join(root, folder, file), 'utf8'))?.[1];
    return overview === undefined ? [] : [{ folder, file, overview }];
  }),
);

test('every folder with at least six files has one overview, in its entry file', () => {
  const large = folders.filter((folder) => filesIn(folder).length >= least);
  expect(large.length).toBeGreaterThan(100);
  const counts = large.map((folder) => [folder, overviews.filter((one) => one.folder === folder).length]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});

test('an overview has 3 to 30 lines, and the files in it exist', () => {
  for (const { folder, file, overview } of overviews) {
    const lines = overview.split('\n').length;
    expect([lines >= 3, lines <= 30], `${folder}/${file} has ${lines} lines`).toEqual([true, true]);
    const named = [...overview.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
    const missing = named.filter(
      (name) => ![join(folder, name), join('src', name), join('src/platform', name), name].some(isThere),
    );
    expect(missing, `${folder}/${file}`).toEqual([]);
  }
});

function isThere(path: string): boolean {
  return existsSync(join(root, path));
}

function foldersBelow(folder: string): string[] {
  const inner = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inner.flatMap(({ name }) => foldersBelow(`${folder}/${name}`))];
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
}
