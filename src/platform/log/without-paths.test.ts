import { expect, test } from 'vitest';
import { withoutPaths } from './without-paths.ts';

test.each([
  ["EACCES: permission denied, open '/srv/placard/my data/journal'", "EACCES: permission denied, open 'journal'"],
  ['the database in /srv/placard/data/postgres/database was made by', 'the database in database was made by'],
  ["Cannot find module 'file:///opt/placard/src/x.ts'", "Cannot find module 'x.ts'"],
  ['ENOENT: /a/b (/c/d/): e', 'ENOENT: b (d): e'],
  ['broken\n    at f (/opt/placard/src/x.ts:1:2)', 'broken'],
  [
    'https://bucket.example/a/b answered 403, and and/or stays',
    'https://bucket.example/a/b answered 403, and and/or stays',
  ],
  ['out of memory', 'out of memory'],
])('removes the folders of absolute paths: %s', (message, expected) => {
  expect(withoutPaths(message)).toBe(expected);
});
