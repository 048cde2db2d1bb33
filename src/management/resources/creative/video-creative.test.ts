import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';

type Fields = Readonly<Record<string, unknown>>;

let management: TestManagement;
let brand: number;
const formats: Record<string, number> = {};

beforeAll(async () => {
  management = await startTestManagement();
  const partner = await makeObject(management, 'media-partners', { domains: ['aurora.example'] });
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner.id })).id;
  for (const mediaType of ['banner', 'video', 'audio', 'native']) {
    formats[mediaType] = (await makeObject(management, 'inventory/format', { mediaType, width: 640, height: 360 })).id;
  }
});
afterAll(() => management?.close());

const file = { url: 'https://media.example/a.mp4', mime: 'video/mp4', width: 1280, height: 720, bitrate: 2_500 };
const media = { durationMs: 15_000, files: [file] };
const vast = { url: 'https://other.example/vast?cb=[CACHEBUSTING]&e=%%TIME%%' };

function create(fields: Fields = {}, options: Fields = {}) {
  const body = { name: 'Video', kind: 'video', brandId: brand, formatId: formats['video'], media, ...fields };
  return management.call('POST', '/creatives', { body, ...options });
}

function patch(id: number, body: Fields, options: Fields = {}) {
  return management.call('PATCH', `/creatives/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

test('stores the files of a video by URL, with defaults for omitted fields', async () => {
  const { status, body } = await create({ clickUrl: 'https://aurora.example/video' });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({
    kind: 'video',
    state: 'approved',
    width: 1280,
    height: 720,
    media: {
      durationMs: 15_000,
      skipAfterMs: null,
      title: null,
      categories: [],
      files: [{ ...file, id: null, delivery: 'progressive', codec: null, bytes: null }],
    },
    vast: null,
    companions: [],
    trackers: {},
  });
  expect((await management.call('GET', `/creatives/${body.id}`)).body).toEqual(body);
});

test('accepts every VAST setting', async () => {
  const urls = ['https://third.example/x?c=[CACHEBUSTING]'];
  const resource = { kind: 'static', url: 'https://media.example/a.png', mime: 'image/png' };
  const said = {
    media: {
      ...media,
      skipAfterMs: 5_000,
      title: 'Winter',
      description: 'A cup of coffee',
      advertiser: 'Aurora',
      universalAdId: { registry: 'ad-id.org', value: 'AUR1' },
      categories: [{ authority: 'https://iab.example/tax', code: '232' }],
      files: [
        { ...file, codec: 'avc1.64001f', bytes: 1_234, scalable: true, keepAspectRatio: false, id: 'a' },
        { ...file, url: 'https://media.example/a.m3u8', delivery: 'streaming', bitrate: { min: 300, max: 4_000 } },
      ],
    },
    companions: [
      {
        width: 300,
        height: 250,
        resource: { kind: 'iframe', url: 'https://media.example/frame' },
        clickThrough: 'https://shop.aurora.example/',
        slotId: 'side',
        rendering: 'end-card',
        creativeView: urls,
      },
      { width: 300, height: 250, resource: { kind: 'html', html: '<b>Coffee</b>' } },
    ],
    icons: [
      { program: 'AdChoices', width: 20, height: 20, xPosition: 'right', yPosition: 0, resource, viewTracking: urls },
    ],
    verifications: [{ vendor: 'v.example-omid', url: 'https://v.example/omid.js', parameters: '{"a":1}' }],
    trackers: {
      impression: urls,
      error: urls,
      firstQuartile: urls,
      progress: [
        { at: { percent: 10 }, url: urls[0] },
        { at: { ms: 3_000 }, url: urls[0] },
      ],
    },
  };
  const { status, body } = await create(said);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject(said);
  expect(body.verifications[0]).toMatchObject({ apiFramework: 'omid', browserOptional: false, notExecuted: [] });
});

test('accepts one VAST URL of another server for video and audio formats', async () => {
  for (const mediaType of ['video', 'audio']) {
    const { status, body } = await create({ kind: 'vast', media: undefined, vast, formatId: formats[mediaType] });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.vast).toEqual({
      ...vast,
      followAdditionalWrappers: true,
      allowMultipleAds: false,
      fallbackOnNoAd: false,
    });
    expect(body).toMatchObject({ width: 640, height: 360, media: null });
  }
});

test('requires no size for audio', async () => {
  const sound = { durationMs: 20_000, files: [{ url: 'https://media.example/a.mp3', mime: 'audio/mpeg' }] };
  const { status, body } = await create({ kind: 'audio', media: sound, formatId: formats['audio'] });
  expect([status, body.media.files[0].width]).toEqual([201, 0]);
});

test('merges a patch, replaces lists, and follows a changed size', async () => {
  const { body } = await create({ trackers: { start: ['https://third.example/s'], impression: [] } });
  expect(body.trackers).toEqual({ start: ['https://third.example/s'] });
  const larger = { ...file, width: 1920, height: 1080 };
  const patched = await patch(body.id, {
    media: { skipAfterMs: 5_000, files: [file, larger] },
    trackers: { complete: ['https://third.example/c'] },
  });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  expect(patched.body).toMatchObject({
    width: 1920,
    media: { durationMs: 15_000, skipAfterMs: 5_000, files: [{ width: 1280 }, { width: 1920 }] },
    trackers: { start: ['https://third.example/s'], complete: ['https://third.example/c'] },
  });
  const cleared = await patch(body.id, { media: { skipAfterMs: null }, trackers: null });
  expect(cleared.body).toMatchObject({ media: { skipAfterMs: null }, trackers: {} });
  expect((await patch(body.id, { media: null })).body.errors).toMatchObject([{ pointer: '/media' }]);
});

test('requires a new review when player content is changed without full scope', async () => {
  const { id } = (await create()).body;
  const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  expect((await patch(id, { name: 'Renamed' }, partly)).body.state).toBe('approved');
  const trackers = { start: ['https://third.example/s'] };
  expect((await patch(id, { trackers }, partly)).body).toMatchObject({ trackers: {}, pendingVersion: { trackers } });
});

test.each<[string, Fields, string]>([
  ['no media', { media: undefined }, '/media'],
  ['no file', { media: { ...media, files: [] } }, '/media/files'],
  ['too many files', { media: { ...media, files: Array(31).fill(file) } }, '/media/files'],
  ['a video without size', { media: { ...media, files: [{ ...file, width: 0 }] } }, '/media'],
  ['no duration', { media: { files: [file] } }, '/media/durationMs'],
  ['a duration of 0', { media: { ...media, durationMs: 0 } }, '/media/durationMs'],
  ['a fractional millisecond', { media: { ...media, durationMs: 0.5 } }, '/media/durationMs'],
  ['a skip offset after the end', { media: { ...media, skipAfterMs: 15_000 } }, '/media/skipAfterMs'],
  ['a relative file', { media: { ...media, files: [{ ...file, url: '/a.mp4' }] } }, '/media/files/0/url'],
  ['a script', { media: { ...media, files: [{ ...file, url: 'javascript:alert(1)' }] } }, '/media/files/0/url'],
  ['a quote in a URL', { trackers: { start: [`https://x.example/'`] } }, '/trackers/start/0'],
  ['an unknown event', { trackers: { started: [] } }, '/trackers/started'],
  ['too many URLs', { trackers: { start: Array(11).fill('https://x.example/') } }, '/trackers/start'],
  [
    'a wrong range',
    { media: { ...media, files: [{ ...file, bitrate: { min: 2, max: 1 } }] } },
    '/media/files/0/bitrate/max',
  ],
  ['an unknown field', { media: { ...media, size: 1 } }, '/media/size'],
  ['both media and a VAST URL', { vast }, '/vast'],
  ['markup', { html: '<b>x</b>' }, '/html'],
  ['a VAST creative without a VAST URL', { kind: 'vast', media: undefined }, '/vast'],
  ['media of another server', { kind: 'vast', vast }, '/media'],
  ['an image with trackers', { kind: 'image', media: undefined, trackers: { start: vast.url } }, '/trackers/start'],
  [
    'a companion on another domain',
    { companions: [companionTo('https://elsewhere.example/')] },
    '/companions/0/clickThrough',
  ],
  [
    'a format for banners',
    {
      get formatId() {
        return formats['banner'];
      },
    },
    '/formatId',
  ],
  [
    'a format for audio',
    {
      get formatId() {
        return formats['audio'];
      },
    },
    '/formatId',
  ],
  [
    'more than the size limit',
    { verifications: [{ vendor: 'v', url: 'https://v.example/', parameters: 'x'.repeat(100_000) }] },
    '/media',
  ],
])('refuses %s and names the field', async (_, fields, pointer) => {
  const { status, body } = await create(fields);
  expect([status, body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([400, pointer]);
});

test('refuses player settings for markup and images', async () => {
  for (const mediaType of ['video', 'audio']) {
    const fields = {
      kind: 'html',
      media: undefined,
      html: '<VAST version="3.0"></VAST>',
      formatId: formats[mediaType],
    };
    const { status, body } = await create(fields);
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([400, '/formatId', 'unfit_format']);
  }
});

function companionTo(clickThrough: string) {
  return { width: 1, height: 1, resource: { kind: 'html', html: 'x' }, clickThrough };
}
