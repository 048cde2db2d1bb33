import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test.each([
  ['nl-BE,nl;q=0.9', 'nl', 'Niet gevonden', 'Merk 99 bestaat niet, of je hebt geen toegang'],
  ['fr', 'fr', 'Introuvable', 'Marque 99 n’existe pas, ou vous n’y avez pas accès'],
  ['de-AT', 'de', 'Nicht gefunden', 'Marke 99 existiert nicht, oder Sie haben keinen Zugriff'],
  ['sv', 'en', 'Not found', 'Brand 99 does not exist, or you do not have access'],
])('uses Accept-Language %s as %s, with the same code', async (header, language, title, detail) => {
  const answer = await management.call('GET', '/brands/99', { headers: { 'accept-language': header } });
  expect(answer).toMatchObject({
    status: 404,
    headers: { 'content-language': language },
    body: { code: 'not_found', title, detail },
  });
});

test('translates field errors, including those of bulk entries', async () => {
  const headers = { 'accept-language': 'nl' };
  const body = { name: '', mediaPartnerId: 1 };
  const single = await management.call('POST', '/brands', { headers, body });
  expect(single.body).toMatchObject({
    status: 400,
    detail: 'body /name: mag niet leeg zijn',
    errors: [{ pointer: '/name', code: 'too_small', message: 'mag niet leeg zijn' }],
  });
  const bulk = await management.call('POST', '/brands/bulk', { headers, body: { items: [{ create: body }] } });
  expect(bulk.body.results[0].problem).toMatchObject({ title: 'Ongeldige aanvraag', errors: single.body.errors });
});

test('names the archived object that a field refers to in the language of the request', async () => {
  const headers = { 'accept-language': 'de' };
  const { body } = await management.call('POST', '/brands', {
    headers,
    body: { name: 'Aurora', mediaPartnerId: 4711 },
  });
  expect(body.errors).toEqual([
    {
      pointer: '/mediaPartnerId',
      in: 'body',
      code: 'reference_not_found',
      message: 'verweist auf ein Objekt, das nicht existiert: Mediapartner 4711',
    },
  ]);
});
