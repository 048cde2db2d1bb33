import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Feed, importFeed } from '../../../../test/support/fixtures/import-products.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { sendResumable } from '../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let mediaPartnerId: number;
let brandId: number;
let otherBrandId: number;

beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

beforeEach(async () => {
  mediaPartnerId = (await makeObject(management, 'media-partners')).id;
  brandId = (await makeObject(management, 'brands', { name: 'Aurora', mediaPartnerId })).id;
  otherBrandId = (await makeObject(management, 'brands', { name: 'Büro & Co', mediaPartnerId })).id;
});

function take(feed: Omit<Feed, 'mediaPartnerId'>) {
  return importFeed(management, { mediaPartnerId, ...feed });
}

async function catalog(query = '') {
  const { body } = await management.call('GET', `/products?mediaPartnerId=${mediaPartnerId}&sort=id${query}`);
  return body as Record<string, unknown>[];
}

const row = (id: string, fields: object = {}) =>
  JSON.stringify({ id, title: `Title ${id}`, link: `https://shop.example/${id}`, brand: 'Aurora', ...fields });

const rss = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>
<item><g:id>a1</g:id><g:title><![CDATA[Filter & beans]]></g:title><g:link>https://shop.example/a1</g:link>
<g:image_link>https://shop.example/a1.jpg</g:image_link><g:price>12.50 EUR</g:price><g:sale_price>9.99 EUR</g:sale_price>
<g:availability>in stock</g:availability><g:brand>AURORA</g:brand>
<g:google_product_category>Food</g:google_product_category><g:product_type>Drinks &gt; Coffee</g:product_type></item>
<item><g:id>a2</g:id><title>Desk</title><link>https://shop.example/a2</link><g:availability>out_of_stock</g:availability>
<g:brand>büro & co</g:brand></item></channel></rss>`.replace('büro & co', 'büro &amp; co');
const csv = `id,title,link,image_link,price,sale_price,availability,brand,product_type
a1,"Filter & beans",https://shop.example/a1,https://shop.example/a1.jpg,12.50 EUR,9.99 EUR,in_stock,Aurora,Drinks > Coffee
a2,Desk,https://shop.example/a2,,,,out_of_stock,Büro & Co,
`;
const jsonl = `${row('a1', {
  title: 'Filter & beans',
  image_link: 'https://shop.example/a1.jpg',
  price: { amount: 12.5, currency: 'EUR' },
  sale_price: '9.99 EUR',
  category: 'Drinks > Coffee',
})}\n${row('a2', { title: 'Desk', availability: 'out_of_stock', brand: 'Büro & Co' })}`;

describe('a feed', () => {
  test.each([
    ['feed.xml', rss],
    ['feed.xml.gz', gzipSync(rss)],
    ['feed.csv', csv],
    ['feed.tsv', csv.replaceAll(',', '\t')],
    ['feed.jsonl', jsonl],
    ['feed.ndjson.gz', gzipSync(jsonl)],
  ])('imports the same catalog from %s', async (name, content) => {
    expect(await take({ name, content })).toMatchObject({ status: 'accepted', rows: 2, badRows: 0, added: 2 });
    expect(await catalog()).toMatchObject([
      {
        sku: 'a1',
        name: 'Filter & beans',
        brandId,
        mediaPartnerId,
        link: 'https://shop.example/a1',
        imageUrl: 'https://shop.example/a1.jpg',
        category: 'Drinks > Coffee',
        price: { amount: '12.50', currency: 'EUR' },
        salePrice: { amount: '9.99', currency: 'EUR' },
        availability: 'in_stock',
      },
      { sku: 'a2', brandId: otherBrandId, imageUrl: null, price: null, availability: 'out_of_stock' },
    ]);
  });

  test('replaces the catalog if it is full, and restores returning products with their IDs', async () => {
    await take({ name: 'f.jsonl', content: [row('a'), row('b'), row('c')].join('\n') });
    const [a, b] = await catalog();
    const report = await take({ name: 'f.jsonl', content: [row('a'), row('c', { title: 'New' })].join('\n') });
    expect(report).toMatchObject({ added: 0, changed: 1, unchanged: 1, archived: 1 });
    expect(await catalog()).toMatchObject([a, { sku: 'c', name: 'New', version: 2 }]);
    await take({ name: 'f.jsonl', content: row('b'), kind: 'delta' });
    expect(await catalog()).toContainEqual(expect.objectContaining({ id: b?.['id'], sku: 'b', archivedAt: null }));
  });

  test('changes only its own values if it is a delta', async () => {
    await take({ name: 'f.jsonl', content: [row('a', { price: '5 EUR' }), row('b'), row('c')].join('\n') });
    const delta = 'id,availability,action\na,out of stock,\nb,,delete\nnew,,\ngone,,delete\n';
    const report = await take({ name: 'd.csv', content: delta, kind: 'delta', maxBadRowsPercent: 25 });
    expect(report).toMatchObject({
      status: 'accepted',
      changed: 1,
      archived: 1,
      badRows: 1,
      badRowList: [{ line: 4, sku: 'new', code: 'title_missing' }],
    });
    expect(await catalog()).toMatchObject([
      { sku: 'a', name: 'Title a', price: { amount: '5.00', currency: 'EUR' }, availability: 'out_of_stock' },
      { sku: 'c' },
    ]);
  });

  test('restores an archived product with a complete row, but not with a stock update', async () => {
    await take({ name: 'f.jsonl', content: [row('a'), row('b')].join('\n') });
    await take({ name: 'd.csv', content: 'id,action\na,delete\n', kind: 'delta' });
    const stock = await take({ name: 'd.csv', content: 'id,availability\na,in_stock\n', kind: 'delta' });
    expect(stock).toMatchObject({ status: 'accepted', changed: 0, unchanged: 1, badRows: 0 });
    expect((await catalog()).map(({ sku }) => sku)).toEqual(['b']);
    await take({ name: 'd.jsonl', content: row('a'), kind: 'delta' });
    expect((await catalog()).map(({ sku }) => sku)).toEqual(['a', 'b']);
  });

  test('leaves a product unchanged that several rows name', async () => {
    await take({ name: 'f.jsonl', content: [row('a'), row('b')].join('\n') });
    const content = [row('a', { title: 'One' }), row('b', { title: 'New' }), row('a', { title: 'Two' })].join('\n');
    for (const kind of ['full', 'delta'] as const) {
      const report = await take({ name: 'f.jsonl', content, kind, maxBadRowsPercent: 100 });
      expect(report.badRowList.map(({ line, code }) => [line, code])).toEqual([
        [1, 'repeated'],
        [3, 'repeated'],
      ]);
      expect((await catalog()).map(({ name }) => name)).toEqual(['Title a', 'New']);
    }
  });

  test.each([
    ['without an id', '{"title":"no id"}'],
    ['that is unreadable', '{broken'],
  ])('archives nothing if it is full and has a row %s', async (_, broken) => {
    await take({ name: 'f.jsonl', content: [row('a'), row('b')].join('\n') });
    const report = await take({ name: 'f.jsonl', content: [row('a'), broken].join('\n'), maxBadRowsPercent: 100 });
    expect(report).toMatchObject({ status: 'accepted', badRows: 1, archived: 0 });
    expect((await catalog()).map(({ sku }) => sku)).toEqual(['a', 'b']);
  });

  test('is refused with Retry-After during another import into the same catalog', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => row(`p${n}`)).join('\n');
    const uploads = [];
    for (const content of [many, row('x')]) {
      uploads.push(await sendResumable(management, { content: Buffer.from(content), name: 'f.jsonl' }));
    }
    const answers = await Promise.all(
      uploads.map((uploadId) =>
        management.call('POST', '/product-imports', { body: { mediaPartnerId, uploadId, kind: 'delta' } }),
      ),
    );
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
    expect(refused?.headers['retry-after']).toBe('10');
  });

  test('reports its wrong rows and keeps their products', async () => {
    await take({ name: 'f.jsonl', content: [row('kept'), row('other'), row('gone')].join('\n') });
    const content = [
      row('a'),
      '{"title":"no id"}',
      '{broken',
      '[]',
      row('x'.repeat(101)),
      row('b', { link: 'javascript:alert(1)' }),
      row('c', { price: '12,50 EUR' }),
      row('kept', { sale_price: 'EUR 1 EUR' }),
      row('d', { availability: 'maybe' }),
      row('e', { image_link: 'ftp://shop.example/e' }),
      row('other', { brand: 'Unknown' }),
      row('f', { brand: undefined }),
      row('g', { title: 'two\nlines' }),
      row('h', { category: 'x'.repeat(751) }),
      row('a', { title: 'again' }),
      row('i', { action: 'jump' }),
      `{"id":"${'y'.repeat(70_000)}"}`,
      row('j', { title: ' ' }),
      row('k', { link: undefined }),
    ].join('\n');
    const report = await take({ name: 'f.jsonl', content, maxBadRowsPercent: 100 });
    expect(report).toMatchObject({ status: 'accepted', rows: 19, badRows: 19, added: 0, archived: 0 });
    const named = report.badRowList.toSorted((one, other) => one.line - other.line);
    expect(named.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '1 repeated',
      '2 id_missing',
      '3 json_invalid',
      '4 json_invalid',
      '5 id_invalid',
      '6 link_invalid',
      '7 price_invalid',
      '8 sale_price_invalid',
      '9 availability_unknown',
      '10 image_invalid',
      '11 brand_unknown',
      '12 brand_missing',
      '13 title_invalid',
      '14 category_invalid',
      '15 repeated',
      '16 action_unknown',
      '17 line_too_long',
      '18 title_missing',
      '19 link_missing',
    ]);
    expect((await catalog()).map(({ sku }) => sku)).toEqual(['kept', 'other', 'gone']);
  });

  test.each([
    ['too_many_bad_rows', 'f.jsonl', `${row('a')}\n{}`],
    ['empty', 'f.jsonl', '\n\n'],
    ['columns_missing', 'f.csv', 'name,link\nx,y\n'],
    ['gzip_broken', 'f.csv.gz', gzipSync(csv).subarray(0, 60)],
    ['gzip_broken', 'f.xml.gz', Buffer.from(rss)],
    ['xml_malformed', 'f.xml', rss.slice(0, -20)],
    ['xml_malformed', 'f.xml', rss.replace('<g:id>a1', '<g:id>a1 & ')],
    ['xml_malformed', 'f.xml', `<!DOCTYPE rss [<!ENTITY a "b">]>${rss.replace(/^.*\n/, '')}`],
    ['xml_malformed', 'f.xml', '<a>'.repeat(40)],
  ])('is refused as a whole: %s', async (problem, name, content) => {
    await take({ name: 'f.jsonl', content: row('before') });
    expect(await take({ name, content })).toMatchObject({
      status: 'refused',
      problem,
      added: 0,
      changed: 0,
      archived: 0,
    });
    expect(await catalog()).toMatchObject([{ sku: 'before' }]);
  });

  test('may have a quoted cell that spans lines, but not an unterminated one', async () => {
    const lines = `id,title,link,description,brand\na,"Say ""hi""",https://shop.example/a,"one\ntwo, three",Aurora\nb,B,https://shop.example/b,"open,Aurora\n`;
    const report = await take({ name: 'f.csv', content: lines, maxBadRowsPercent: 50 });
    expect(report).toMatchObject({ added: 1, badRowList: [{ line: 4, code: 'wrong_columns' }] });
    expect(await catalog()).toMatchObject([{ name: 'Say "hi"' }]);
  });

  test('is listed and retrieved by callers with the scope', async () => {
    const { id } = await take({ name: 'f.jsonl', content: `${row('a')}\n{}`, maxBadRowsPercent: 100 });
    const listed = await management.call('GET', `/product-imports?mediaPartnerId=${mediaPartnerId}`);
    expect([listed.headers['record-count'], listed.body]).toMatchObject(['1', [{ id, fileName: 'f.jsonl', rows: 2 }]]);
    const read = await management.call('GET', `/product-imports/${id}`);
    expect(read.body.badRowList).toEqual([{ line: 2, sku: null, code: 'id_missing' }]);
    const refused = await management.call('GET', `/product-imports/${id}`, { scopes: ['products:read'] });
    expect(refused.status).toBe(403);
  });

  test('is refused without an upload, with an unknown kind or without a media partner', async () => {
    const send = (body: object) => management.call('POST', '/product-imports', { body });
    const uploadId = await sendResumable(management, { content: Buffer.from(row('a')), name: 'products' });
    const fault = (pointer: string, code: string) => ({ status: 400, body: { errors: [{ pointer, code }] } });
    const kind = 'full';
    expect(await send({ mediaPartnerId, uploadId: randomUUID(), kind })).toMatchObject(
      fault('/uploadId', 'reference_not_found'),
    );
    expect(await send({ mediaPartnerId, uploadId, kind })).toMatchObject(fault('/format', 'required'));
    expect(await send({ mediaPartnerId: 99_999, uploadId, kind, format: 'jsonl' })).toMatchObject(
      fault('/mediaPartnerId', 'reference_not_found'),
    );
    expect(await send({ mediaPartnerId, uploadId, kind, format: 'jsonl' })).toMatchObject({ status: 200 });
  });

  test('is imported once for a repeated key', async () => {
    const uploadId = await sendResumable(management, { content: Buffer.from(row('a')), name: 'f.jsonl' });
    const call = () =>
      management.call('POST', '/product-imports', {
        body: { mediaPartnerId, uploadId, kind: 'full' },
        headers: { 'idempotency-key': `feed-${mediaPartnerId}` },
      });
    const first = await call();
    expect((await call()).body).toEqual(first.body);
    expect((await management.call('GET', `/product-imports?mediaPartnerId=${mediaPartnerId}`)).body).toHaveLength(1);
  });
});

describe('a product', () => {
  const body = () => ({ brandId, sku: 'one', name: 'One', link: 'https://shop.example/one' });

  test('is created, changed and archived like every object', async () => {
    const made = await management.call('POST', '/products', { body: body() });
    expect(made).toMatchObject({ status: 201, body: { availability: 'in_stock', mediaPartnerId } });
    const headers = { 'if-match': made.headers['etag'] ?? '' };
    const path = `/products/${made.body.id}`;
    const patched = await management.call('PATCH', path, { body: { availability: 'out_of_stock' }, headers });
    expect(patched).toMatchObject({ status: 200, body: { availability: 'out_of_stock', version: 2 } });
    expect(await management.call('PATCH', path, { body: { name: 'Late' }, headers })).toMatchObject({ status: 412 });
    const archived = await management.call('DELETE', path, { headers: { 'if-match': '*' } });
    expect(archived.status).toBe(200);
    expect(await catalog()).toEqual([]);
    expect(await catalog('&includeArchived=true')).toHaveLength(1);
  });

  test('keeps its unique ID in the shop and its catalog', async () => {
    const { id } = (await management.call('POST', '/products', { body: body() })).body;
    expect(await management.call('POST', '/products', { body: body() })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/sku' }] },
    });
    const patch = (fields: object) =>
      management.call('PATCH', `/products/${id}`, { body: fields, headers: { 'if-match': '*' } });
    expect(await patch({ sku: 'two' })).toMatchObject({ status: 409 });
    const foreign = await makeObject(management, 'brands');
    expect(await patch({ brandId: foreign.id })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/brandId' }] },
    });
    expect(await patch({ brandId: otherBrandId })).toMatchObject({ status: 200 });
  });

  test('requires an http or https URL', async () => {
    for (const link of ['javascript:alert(1)', 'shop.example/one', null]) {
      const answer = await management.call('POST', '/products', { body: { ...body(), link } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/link' }] } });
    }
  });
});
