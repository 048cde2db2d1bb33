import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** A group or a test with its title, which stands behind `test(`, `describe(`, or the table of a `test.each(...)`. */
const titled = /(?:^[ \t]*(?:test|describe)|[\])])\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"),/gm;

/** Sources of the tests of this folder without their comments. */
async function sources(): Promise<readonly string[]> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts');
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.map((text) => text.replace(/^[ \t]*\/\*.*?\*\/|^[ \t]*\/\/[^\n]*/gms, ''));
}

/** What the tests and their groups are called. */
async function titles(): Promise<readonly string[]> {
  const found = (await sources()).flatMap((text) => [...text.matchAll(titled)]);
  return found.map(([, single, double]) => single ?? double ?? '');
}

test('no test of this folder is left out of a run', async () => {
  const leftOut =
    /\b(?:test|describe|it)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|only|fails)\b|\b(?:xtest|xit|xdescribe)\(/;
  expect((await sources()).flatMap((text) => leftOut.exec(text)?.[0] ?? [])).toEqual([]);
});

test('every trap of wire-protocol 12(c) has a test with its number', async () => {
  const all = await titles();
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  const isOf = (number: number) => new RegExp(`^(?:wire-protocol 12\\(c\\), )?trap ${number}: `);
  expect(numbers.filter((number) => !all.some((title) => isOf(number).test(title)))).toEqual([]);
});

test('every client of wire-protocol 5 has tests with its number', async () => {
  const all = await titles();
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  const isOf = (number: number) => new RegExp(`^wire-protocol 5\\.${number}[,: ]`);
  expect(numbers.filter((number) => !all.some((title) => isOf(number).test(title)))).toEqual([]);
});
