import { expect, test } from 'vitest';
import { type CreativeVersion, creativeVersionChanges } from './creative-version-changes.ts';

const asset = (bytes: number) => ({
  url: 'http://ads.example/media/0f3a/winter%20sale.png',
  sha256: null,
  bytes,
  mime: 'image/png',
  width: 300,
  height: 250,
  field: null,
  crop: null,
  variants: [],
});
const version: CreativeVersion = {
  clickUrl: 'https://a.example',
  altText: null,
  html: null,
  fields: {},
  media: null,
  vast: null,
  width: 300,
  height: 250,
  assets: [asset(1000)],
};

test('returns no differences of equal versions', () => {
  expect(creativeVersionChanges(version, { ...version })).toEqual([]);
});

test('describes differences, with the name, size and bytes of files', () => {
  const after = { ...version, clickUrl: null, assets: [asset(2000)], fields: { headline: 'Winter' } };
  expect(creativeVersionChanges(version, after)).toEqual([
    { name: 'Click-through URL', before: 'https://a.example', after: 'None' },
    {
      name: 'Files',
      before: 'winter sale.png (300 × 250, 1,000 bytes)',
      after: 'winter sale.png (300 × 250, 2,000 bytes)',
    },
    { name: 'headline', before: '–', after: 'Winter' },
  ]);
});
