import { expect, test } from 'vitest';
import { readAnyBody } from '../request/read-request.ts';
import { readVideoOptions } from './player-support.ts';

test('a version is a number or a text. Other values are ignored without an error', () => {
  const usual = readVideoOptions(undefined, undefined);
  expect(readVideoOptions(true, 4.2)).toEqual(readVideoOptions('true', '4.2'));
  expect(readVideoOptions(false, '4.2')).not.toEqual(usual);
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const version of ['{"toString":1,"valueOf":1}', '{}', '[]', 'true', 'null', deep]) {
    const { video } = readAnyBody(`{"slots":[{"slotname":"a"}],"vastVersion":${version}}`);
    expect(video).toEqual(usual);
  }
});
