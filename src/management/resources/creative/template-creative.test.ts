import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { offerHtml, offerTemplate } from '../../../../test/support/fixtures/template-format.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';
import { readSnapshotFormats } from '../../../exchange/rows/snapshot-inventory.ts';

let management: TestManagement;
let brandId: number;
let formatId: number;
let photo: Buffer;
let logo: Buffer;

beforeAll(async () => {
  management = await startTestManagement();
  brandId = (await makeObject(management, 'brands', { domains: ['shop.example'] })).id;
  formatId = (await makeObject(management, 'inventory/format', offerTemplate)).id;
  photo = await picture(600, 400);
  logo = await picture(80, 80);
});
afterAll(() => management?.close());

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b0532f' } })
    .png()
    .toBuffer();
}

const fields = { headline: 'Winter coffee', price: 4.5, tone: 'warm' };

type Files = Readonly<Record<string, Uint8Array>>;

function formOf(
  creative: Readonly<Record<string, unknown>> | null,
  files: Files,
): Promise<Parameters<TestManagement['call']>[2]> {
  const form = new FormData();
  if (creative !== null) form.set('creative', new Blob([JSON.stringify(creative)], { type: 'application/json' }));
  for (const [part, content] of Object.entries(files))
    form.append(part, new Blob([new Uint8Array(content)]), 'any.png');
  const body = new Response(form);
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  return body.arrayBuffer().then((payload) => ({ payload: Buffer.from(payload), headers }));
}

function creativeOf(change: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'Offer',
    kind: 'native',
    brandId,
    formatId,
    clickUrl: 'https://shop.example/winter',
    fields,
    ...change,
  };
}

async function create(change: Readonly<Record<string, unknown>> = {}, files: Files = { 'file.photo': photo }) {
  return management.call('POST', '/creatives', await formOf(creativeOf(change), files));
}

async function delivered(id: number) {
  const [row] = await readSnapshotCreatives(management.database, { ids: [id] });
  return row;
}

const author = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };

describe('a creative with the template of its format', () => {
  test('has its fields and an image file with all versions per image field, also in the snapshot', async () => {
    const made = await create({}, { 'file.photo': photo, 'file.logo': logo });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({ kind: 'native', state: 'approved', fields, width: 300, height: 250, checks: [] });
    expect(made.body.assets).toMatchObject([
      { field: 'photo', width: 300, height: 200, mime: 'image/png' },
      { field: 'logo', width: 80, height: 80 },
    ]);
    expect(made.body.assets[0].variants.length).toBeGreaterThan(2);
    const row = await delivered(made.body.id);
    expect(row).toMatchObject({ kind: 'native', file: null, fields, images: { logo: { width: 80 } } });
    expect(row?.images?.['photo']).toMatchObject({
      path: new URL(made.body.assets[0].url).pathname.slice(1),
      width: 300,
      height: 200,
      widths: expect.arrayContaining([160, 300, 600]),
    });
    const [format] = await readSnapshotFormats(management.database, { ids: [formatId] });
    expect(format?.templateFields?.map(({ name }) => name)).toEqual(
      offerTemplate.templateFields.map(({ name }) => name),
    );
  });

  test('accepts resumable uploads', async () => {
    const upload = await management.call('POST', '/uploads', {
      payload: photo,
      headers: {
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-length': String(photo.length),
        'upload-metadata': `filename ${Buffer.from('photo.png').toString('base64')}`,
      },
    });
    expect(upload.status, JSON.stringify(upload.body)).toBe(201);
    const uploadId = String(upload.headers['location']).split('/').at(-1);
    const made = await management.call('POST', '/creatives', { body: creativeOf({ uploadIds: { photo: uploadId } }) });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.assets).toMatchObject([{ field: 'photo', width: 300, height: 200 }]);
    const unknown = '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4';
    const missing = await management.call('POST', '/creatives', {
      body: creativeOf({ uploadIds: { photo: unknown } }),
    });
    expect(missing.body.errors).toMatchObject([{ pointer: '/uploadIds/photo', code: 'reference_not_found' }]);
  });

  test.each<[string, Record<string, unknown>, Files | undefined, [string, string][]]>([
    [
      'no fields',
      { fields: {} },
      {},
      [
        ['/fields/headline', 'required'],
        ['/fields/photo', 'required'],
      ],
    ],
    ['a short text', { fields: { headline: 'ab' } }, undefined, [['/fields/headline', 'too_small']]],
    ['a long text', { fields: { headline: 'é'.repeat(41) } }, undefined, [['/fields/headline', 'too_big']]],
    ['blanks', { fields: { headline: '    ' } }, undefined, [['/fields/headline', 'too_small']]],
    ['two lines in a text', { fields: { headline: 'a\nbc' } }, undefined, [['/fields/headline', 'invalid_format']]],
    ['a number in a text', { fields: { headline: 12 } }, undefined, [['/fields/headline', 'invalid_type']]],
    ['a number above its maximum', { fields: { ...fields, price: 1001 } }, undefined, [['/fields/price', 'too_big']]],
    [
      'a text instead of a number',
      { fields: { ...fields, price: '1' } },
      undefined,
      [['/fields/price', 'invalid_type']],
    ],
    ['another choice', { fields: { ...fields, tone: 'hot' } }, undefined, [['/fields/tone', 'invalid_value']]],
    [
      'a script',
      { fields: { ...fields, more: 'javascript:alert(1)' } },
      undefined,
      [['/fields/more', 'invalid_format']],
    ],
    [
      'a URL on another domain',
      { fields: { ...fields, more: 'https://evil.example/' } },
      undefined,
      [['/fields/more', 'foreign_domain']],
    ],
    ['an unknown field', { fields: { ...fields, colour: 'red' } }, undefined, [['/fields/colour', 'unknown_field']]],
    ['a text instead of an image', { fields: { ...fields, photo: 'x' } }, {}, [['/fields/photo', 'invalid_type']]],
    [
      'a file for a text field',
      {},
      { 'file.photo': Buffer.from('x'), 'file.tone': Buffer.from('x') },
      [['/fields/tone', 'unexpected_file']],
    ],
    ['no image', {}, { 'file.photo': Buffer.from('<svg/>') }, [['/fields/photo', 'unsupported_image']]],
    ['an empty file', {}, { 'file.photo': Buffer.alloc(0) }, [['/file.photo', 'broken_image']]],
    ['a part with an unknown name', {}, { 'file.a-b': Buffer.from('x') }, [['/file.a-b', 'unknown_field']]],
    ['a file without a field', {}, { file: Buffer.from('x') }, [['/file', 'unexpected_file']]],
    ['another kind', { kind: 'html', html: '<b>x</b>' }, {}, [['/fields', 'invalid_value']]],
    [
      'files for another kind',
      { kind: 'html', html: '<b>x</b>', fields: {} },
      undefined,
      [['/file.photo', 'unexpected_file']],
    ],
  ])('refuses %s with a pointer', async (_what, change, files, errors) => {
    const answer = await create(change, files ?? { 'file.photo': photo });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual(
      errors,
    );
  });

  test('refuses an image of another aspect ratio and names the field', async () => {
    const answer = await create({}, { 'file.photo': logo });
    expect(answer.body.errors).toMatchObject([{ pointer: '/fields/photo', code: 'wrong_dimensions' }]);
  });

  test('requires a format with a template on inventory that can render it', async () => {
    const plain = (await makeObject(management, 'inventory/format', { mediaType: 'native' })).id;
    const banner = (
      await makeObject(management, 'inventory/format', {
        ...offerTemplate,
        mediaType: 'banner',
        templateHtml: offerHtml,
      })
    ).id;
    const inPlain = await create({ formatId: plain, fields: {} }, {});
    expect(inPlain.body.errors).toMatchObject([{ pointer: '/formatId', code: 'no_template' }]);
    const inBanner = await create({ formatId: banner });
    expect(inBanner.body.errors).toMatchObject([{ pointer: '/formatId', code: 'unfit_format' }]);
    expect(await create({ formatId: banner, kind: 'advar' })).toMatchObject({ status: 201, body: { kind: 'advar' } });
  });

  test('is found among advars by each filter', async () => {
    const advar = await create({ kind: 'advar', name: 'Needle' });
    const { mediaPartnerId } = (await management.call('GET', `/brands/${brandId}`)).body;
    for (const query of [
      `creativeId=${advar.body.id}`,
      `brandId=${brandId}`,
      'search=needle',
      `advertiserCompanyId=${mediaPartnerId}`,
    ]) {
      const { body } = await management.call('GET', `/creatives/advar?${query}`);
      expect(body.map(({ id }: { id: number }) => id)).toContain(advar.body.id);
      expect(body.every(({ kind }: { kind: string }) => kind === 'advar')).toBe(true);
    }
    const [one] = (await management.call('GET', `/creatives/advar/${advar.body.id}`)).body;
    expect(one).toMatchObject({ kind: 'advar', fields });
    expect((await management.call('GET', '/creatives/advar')).status).toBe(400);
  });

  test('is created once by a repeated call; another file makes another call', async () => {
    const twice = async (content: Buffer) => {
      const form = await formOf(creativeOf(), { 'file.photo': content });
      return management.call('POST', '/creatives', {
        ...form,
        headers: { ...form?.headers, 'idempotency-key': 'offer-1' },
      });
    };
    const first = await twice(photo);
    expect((await twice(photo)).body.id).toBe(first.body.id);
    expect((await twice(await picture(300, 200))).status).toBe(422);
  });
});

describe('a change of a creative with a template', () => {
  test('changes one field and keeps the others; null clears a field', async () => {
    const { id } = (await create()).body;
    const patch = (change: Record<string, unknown>) =>
      management.call('PATCH', `/creatives/${id}`, { body: { fields: change }, headers: { 'if-match': '*' } });
    expect((await patch({ headline: 'Spring tea', price: null })).body.fields).toEqual({
      headline: 'Spring tea',
      tone: 'warm',
    });
    expect((await patch({ headline: null })).body.errors).toMatchObject([
      { pointer: '/fields/headline', code: 'required' },
    ]);
    // Also if the URL was stored in a field that is not a click-through URL.
    await patch({ story: 'https://evil.example/' });
    expect((await patch({ more: 'https://evil.example/' })).body.errors).toMatchObject([{ code: 'foreign_domain' }]);
    expect(await delivered(id)).toMatchObject({
      fields: { headline: 'Spring tea', tone: 'warm', story: 'https://evil.example/' },
    });
  });

  test('replaces one image and keeps those of other fields', async () => {
    const made = (await create({}, { 'file.photo': photo, 'file.logo': logo })).body;
    const form = await formOf(null, { 'file.logo': await picture(160, 160) });
    const changed = await management.call('POST', `/creatives/${made.id}/file`, form);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const [kept, replaced] = changed.body.assets;
    expect([kept, replaced.field]).toEqual([made.assets[0], 'logo']);
    expect(replaced.url).not.toBe(made.assets[1].url);
    const wrong = await management.call(
      'POST',
      `/creatives/${made.id}/file`,
      await formOf(null, { 'file.tone': logo }),
    );
    expect(wrong.body.errors).toMatchObject([{ pointer: '/fields/tone', code: 'unexpected_file' }]);
    const unknown = await management.call('POST', `/creatives/${made.id}/file`, await formOf(null, { 'file.x': logo }));
    expect(unknown.body.errors).toMatchObject([{ pointer: '/fields/x', code: 'unknown_field' }]);
  });

  test('requires a review for fields and images of an advertiser, while the approved content delivers', async () => {
    const { id } = (await create()).body;
    const body = { fields: { headline: 'Waiting' } };
    await management.call('PATCH', `/creatives/${id}`, { body, headers: { 'if-match': '*' }, ...author });
    const form = await formOf(null, { 'file.logo': logo });
    const sent = await management.call('POST', `/creatives/${id}/file`, { ...form, ...author });
    expect(sent.body).toMatchObject({ state: 'approved', fields, pendingVersion: { fields: { headline: 'Waiting' } } });
    expect(sent.body.pendingVersion.assets.map(({ field }: { field: string }) => field)).toEqual(['photo', 'logo']);
    expect(await delivered(id)).toMatchObject({ fields });
    await management.call('POST', `/creatives/${id}/actions/approve`);
    expect(await delivered(id)).toMatchObject({ fields: { ...fields, headline: 'Waiting' }, images: { logo: {} } });
  });

  test('reports a changed format as a check, without preventing renames and pauses', async () => {
    const own = (await makeObject(management, 'inventory/format', offerTemplate)).id;
    const { id } = (await create({ formatId: own })).body;
    const templateFields = offerTemplate.templateFields.map((field) =>
      field.name === 'logo' ? { ...field, required: true } : field,
    );
    await management.call('PATCH', `/inventory/format/${own}`, {
      body: { templateFields },
      headers: { 'if-match': '*' },
    });
    const renamed = await management.call('PATCH', `/creatives/${id}`, {
      body: { name: 'Other' },
      headers: { 'if-match': '*' },
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Other', state: 'approved' } });
    expect(renamed.body.checks).toMatchObject([{ code: 'FIELDS_UNFIT', severity: 'error' }]);
    expect(await delivered(id)).toBeDefined();
  });
});

describe('a format with a template', () => {
  const text = { name: 'headline', kind: 'text' };
  test.each<[string, Record<string, unknown>, string]>([
    ['two fields with one name', { templateFields: [text, text] }, '/templateFields/1/name'],
    [
      'two titles',
      {
        templateFields: [
          { ...text, asset: 'title' },
          { name: 'b', kind: 'text', asset: 'title' },
        ],
      },
      '/templateFields/1/asset',
    ],
    ['an invalid field name', { templateFields: [{ ...text, name: 'head line' }] }, '/templateFields/0/name'],
    [
      'the name of an object property as a field name',
      { templateFields: [{ ...text, name: 'constructor' }] },
      '/templateFields/0/name',
    ],
    ['a size of a text field', { templateFields: [{ ...text, width: 10 }] }, '/templateFields/0/width'],
    ['a choice without options', { templateFields: [{ ...text, kind: 'choice' }] }, '/templateFields/0/choices'],
    ['a text as an image', { templateFields: [{ ...text, asset: 'image' }] }, '/templateFields/0/asset'],
    [
      'a minimum length above the maximum',
      { templateFields: [{ ...text, minLength: 5, maxLength: 4 }] },
      '/templateFields/0/maxLength',
    ],
    ['markup without fields', { templateHtml: '<b>x</b>' }, '/templateHtml'],
    ['an unknown placeholder', { templateFields: [text], templateHtml: '[field:other]' }, '/templateHtml'],
    ['an open branch', { templateFields: [text], templateHtml: '[if:headline]x' }, '/templateHtml'],
    ['an unopened branch', { templateFields: [text], templateHtml: 'x[end:headline]' }, '/templateHtml'],
    ['the width of a text', { templateFields: [text], templateHtml: '[field:headline.width]' }, '/templateHtml'],
    ['a click on a text field', { templateFields: [text], templateHtml: '[click:headline]' }, '/templateHtml'],
    ['a banner that cannot be rendered', { mediaType: 'banner', templateFields: [text] }, '/templateHtml'],
    ['a video', { mediaType: 'video', templateFields: [text] }, '/templateFields'],
  ])('refuses %s', async (_what, change, pointer) => {
    const body = { code: 'refused', mediaType: 'native', ...change };
    const answer = await management.call('POST', '/inventory/format', { body });
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  test('is read and patched in the form in which it was created', async () => {
    const { body } = await management.call('GET', `/inventory/format/${formatId}`);
    expect(body.templateFields[0]).toEqual({
      name: 'headline',
      label: null,
      kind: 'text',
      required: true,
      minLength: 3,
      maxLength: 40,
      min: null,
      max: null,
      choices: [],
      width: null,
      height: null,
      maxBytes: null,
      asset: 'title',
    });
    const templateHtml = '<b>[field:headline]</b>';
    const made = await makeObject(management, 'inventory/format', { ...offerTemplate, templateHtml });
    const patched = await management.call('PATCH', `/inventory/format/${made.id}`, {
      body: { templateHtml: null },
      headers: { 'if-match': '*' },
    });
    expect(patched.body).toMatchObject({ templateHtml: null, templateFields: made['templateFields'] });
  });
});
