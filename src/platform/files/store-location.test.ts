import { expect, test } from 'vitest';
import { parseStoreLocation } from './store-location.ts';

const location = { kind: 'bucket', bucket: 'ads', prefix: '', region: null, endpoint: null };

test.each([
  ['/srv/files', { kind: 'folder', folder: '/srv/files' }],
  ['files', { kind: 'folder', folder: 'files' }],
  ['s3://ads', location],
  ['s3://ads/', location],
  ['s3://ads/placard', { ...location, prefix: 'placard' }],
  ['s3://ads/placard/live/?region=eu-west-1', { ...location, prefix: 'placard/live', region: 'eu-west-1' }],
  ['s3://ads?endpoint=https://s3.example:9000', { ...location, endpoint: 'https://s3.example:9000' }],
  ['s3://ads?endpoint=http://[::1]:9000/&region=', { ...location, endpoint: 'http://[::1]:9000/' }],
])('%s is parsed', (text, expected) => {
  expect(parseStoreLocation(text)).toEqual(expected);
});

test.each([
  's3://',
  's3://ADS',
  's3://a',
  's3://key:secret@ads',
  's3://ads//x',
  's3://ads?regoin=eu-west-1',
  's3://ads?region=eu west',
  's3://ads?endpoint=s3.example',
  's3://ads?endpoint=https://key:secret@s3.example',
  's3://ads?endpoint=https://s3.example/path',
  'https://s3.example/ads',
  'gs://ads',
])('%s is rejected as ambiguous', (text) => {
  expect(parseStoreLocation(text)).toBeNull();
});
