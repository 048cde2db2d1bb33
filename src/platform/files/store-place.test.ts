import { expect, test } from 'vitest';
import { readStorePlace } from './store-place.ts';

const place = { kind: 'bucket', bucket: 'ads', prefix: '', region: null, endpoint: null };

test.each([
  ['/srv/files', { kind: 'folder', folder: '/srv/files' }],
  ['files', { kind: 'folder', folder: 'files' }],
  ['s3://ads', place],
  ['s3://ads/', place],
  ['s3://ads/placard', { ...place, prefix: 'placard' }],
  ['s3://ads/placard/live/?region=eu-west-1', { ...place, prefix: 'placard/live', region: 'eu-west-1' }],
  ['s3://ads?endpoint=https://s3.example:9000', { ...place, endpoint: 'https://s3.example:9000' }],
  ['s3://ads?endpoint=http://[::1]:9000/&region=', { ...place, endpoint: 'http://[::1]:9000/' }],
])('%s is read', (text, expected) => {
  expect(readStorePlace(text)).toEqual(expected);
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
])('%s is refused rather than guessed at', (text) => {
  expect(readStorePlace(text)).toBeNull();
});
