import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/internals');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');

/** Paths below `src` or the repository, with or without the extension of a source file. */
const pathPattern =
  /(?<![\w./-])(?:(?:src|test|docs)\/)?(?:core|contract|platform|exchange|delivery|management|worker|cluster|main|web|oracle|proof|faults|nightly|support)\/[\w./-]*[\w]/g;

test('every path in the internals documentation exists', () => {
  const paths = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(pathPattern)].map(([path]) => ({ page, path })),
  );
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter(({ path }) => !isThere(path)).map(({ page, path }) => `${page}: ${path}`)).toEqual([]);
});

test('the list of internals contains every page', () => {
  const list = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});

function isThere(path: string): boolean {
  const candidates = [path, join('src', path), join('test', path)];
  return candidates.some(
    (candidate) => existsSync(join(root, candidate)) || globSync(`${candidate}.{ts,tsx}`, { cwd: root }).length > 0,
  );
}
