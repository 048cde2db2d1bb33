import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const anyVersion = { 'if-match': '*' };

test('a package is created, changed, found and archived', async () => {
  const body = {
    ...(await makeBody(management, 'product-packages')),
    minimumBudget: { amount: '500.00', currency: 'EUR' },
    allowedTargeting: ['country', 'device'],
  };
  const created = await management.call('POST', '/product-packages', { body });
  expect(created).toMatchObject({ status: 201, body: { ...body, active: true, version: 1, archivedAt: null } });
  const { id } = created.body;
  const changed = await management.call('PATCH', `/product-packages/${id}`, {
    body: { active: false, minimumBudget: null },
    headers: anyVersion,
  });
  expect(changed.body).toMatchObject({ active: false, minimumBudget: null, allowedTargeting: ['country', 'device'] });
  const listed = await management.call('GET', '/product-packages?active=false&deliveryType=guaranteed');
  expect(listed.body).toEqual([changed.body]);
  expect((await management.call('DELETE', `/product-packages/${id}`, { headers: anyVersion })).status).toBe(200);
});

test('a template that a package sells cannot be archived', async () => {
  const { id, bookingTemplateId } = await makeObject(management, 'product-packages');
  const path = `/booking-templates/${bookingTemplateId}`;
  expect(await management.call('DELETE', path, { headers: anyVersion })).toMatchObject({
    status: 409,
    body: { code: 'in_use' },
  });
  await management.call('DELETE', `/product-packages/${id}`, { headers: anyVersion });
  expect((await management.call('DELETE', path, { headers: anyVersion })).status).toBe(200);
  expect(await management.call('POST', `/product-packages/${id}/actions/unarchive`)).toMatchObject({ status: 409 });
});

const rate = { amount: '10.00', currency: 'EUR' };
const option = { code: 'a', model: 'cpm', rate };

test.each([
  ['no price', { pricingOptions: [] }, '/pricingOptions'],
  ['two prices with one code', { pricingOptions: [option, option] }, '/pricingOptions'],
  ['a price per conversion', { pricingOptions: [{ ...option, model: 'cpa' }] }, '/pricingOptions/0/model'],
  ['a minimum in another currency', { minimumBudget: { amount: '1.00', currency: 'USD' } }, '/minimumBudget/currency'],
  ['unknown targeting', { allowedTargeting: ['mood'] }, '/allowedTargeting/0'],
  ['an empty description', { description: ' ' }, '/description'],
  ['a missing template', { bookingTemplateId: 999_999 }, '/bookingTemplateId'],
])('%s is refused', async (_case, fields, pointer) => {
  const body = await makeBody(management, 'product-packages', fields);
  const answer = await management.call('POST', '/product-packages', { body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test.each([
  ['private', { shared: false }],
  ['of sponsored products', { shared: true, settings: { type: 'sponsored_products' } }],
])('a template that is %s is refused', async (_case, fields) => {
  const template = await makeObject(management, 'booking-templates', fields);
  const body = await makeBody(management, 'product-packages', { bookingTemplateId: template.id });
  expect(await management.call('POST', '/product-packages', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/bookingTemplateId', code: 'not_supported' }] },
  });
});
