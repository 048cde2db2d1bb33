import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Matches groups and tests with a title after `test(`, `describe(`, or the table of a `test.each(...)`. */
const titled = /(?:^[ \t]*(?:test|describe)|[\])])\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"),/gm;

/** Returns the test sources of this folder without comments. */
async function sources(): Promise<readonly string[]> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts');
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.map((text) => text.replace(/^[ \t]*\/\*.*?\*\/|^[ \t]*\/\/[^\n]*/gms, ''));
}

/** Returns the titles of tests and groups. */
async function titles(): Promise<readonly string[]> {
  const found = (await sources()).flatMap((text) => [...text.matchAll(titled)]);
  return found.map(([, single, double]) => single ?? double ?? '');
}

test('runs every test of this folder', async () => {
  const leftOut =
    /\b(?:test|describe|it)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|only|fails)\b|\b(?:xtest|xit|xdescribe)\(/;
  expect((await sources()).flatMap((text) => leftOut.exec(text)?.[0] ?? [])).toEqual([]);
});

test('covers every trap of wire-protocol 12(c) by a test with its number', async () => {
  const all = await titles();
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  const isOf = (number: number) => new RegExp(`^(?:wire-protocol 12\\(c\\), )?trap ${number}: `);
  expect(numbers.filter((number) => !all.some((title) => isOf(number).test(title)))).toEqual([]);
});

test('covers every client of wire-protocol 5 by tests with its number', async () => {
  const all = await titles();
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  const isOf = (number: number) => new RegExp(`^wire-protocol 5\\.${number}[,: ]`);
  expect(numbers.filter((number) => !all.some((title) => isOf(number).test(title)))).toEqual([]);
});
