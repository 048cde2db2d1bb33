import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Titles of all tests of this folder, one text. */
async function titles(): Promise<string> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts');
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return sources.join('\n');
}

test('every trap of wire-protocol 12(c) has a test with its number', async () => {
  const all = await titles();
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  expect(numbers.filter((number) => !new RegExp(`trap ${number}: `).test(all))).toEqual([]);
});

test('every client of wire-protocol 5 has tests with its number', async () => {
  const all = await titles();
  const clients = Array.from({ length: 11 }, (_, index) => `wire-protocol 5.${index + 1}`);
  expect(clients.filter((client) => !new RegExp(`${client.replace('.', '\\.')}(?:[,:]|\\s)`).test(all))).toEqual([]);
});
