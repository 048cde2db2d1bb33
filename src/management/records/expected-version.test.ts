import { expect, test } from 'vitest';
import { checkVersion } from './expected-version.ts';

function check(ifMatch: string): void {
  checkVersion(ifMatch, 3);
}

test('an If-Match that is no ETag is told so instead of naming two equal versions', () => {
  expect(() => check('3')).toThrow('with its quotation marks');
});

test('an ETag of another version names both', () => {
  expect(() => check('"2-abc"')).toThrow('The object has version 3. If-Match names "2-abc"');
});

test.each(['*', '"3-abc"', '"3"', '"2-abc", "3-abc"'])('%s fits version 3', (ifMatch) => {
  expect(() => check(ifMatch)).not.toThrow();
});
