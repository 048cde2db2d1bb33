import { expect, test } from 'vitest';
import { checkVersion } from './expected-version.ts';

function check(ifMatch: string): void {
  checkVersion(ifMatch, 3);
}

test('reports an If-Match that is not an ETag instead of naming two equal versions', () => {
  expect(() => check('3')).toThrow('with its quotation marks');
});

test('names both versions when the ETag has another version', () => {
  expect(() => check('"2-abc"')).toThrow('The object has version 3. If-Match contains "2-abc"');
});

test.each(['*', '"3-abc"', '"3"', '"2-abc", "3-abc"'])('%s matches version 3', (ifMatch) => {
  expect(() => check(ifMatch)).not.toThrow();
});
