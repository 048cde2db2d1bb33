import { expect, test } from 'vitest';
import { emptyExplainRequest, explainBodyOf } from './explain-request.ts';

test('converts the form to a request body without empty fields', () => {
  expect(explainBodyOf({ ...emptyExplainRequest, slots: ' a-lb, b-sky,' })).toEqual({
    slots: [{ slotName: 'a-lb' }, { slotName: 'b-sky' }],
  });
  expect(
    explainBodyOf({
      slots: 'a-lb',
      parameters: 'kw=red, blue\nct = Gent\n\nur=https://a.example/?x=1',
      pageUrl: ' https://a.example/ ',
      country: 'BE',
      device: 'mobile,tablet',
      segments: 'skiers',
      consent: 'granted',
      at: '2026-12-01T18:00',
      revision: '12',
    }),
  ).toEqual({
    slots: [{ slotName: 'a-lb' }],
    parameters: { kw: ['red', 'blue'], ct: ['Gent'], ur: ['https://a.example/?x=1'] },
    pageUrl: 'https://a.example/',
    country: ['BE'],
    device: ['mobile', 'tablet'],
    segments: ['skiers'],
    consent: 'granted',
    at: '2026-12-01T18:00:00Z',
    revision: 12,
  });
});

test('keeps the offset of a time', () => {
  expect(explainBodyOf({ ...emptyExplainRequest, slots: 'a', at: '2026-12-01T18:00:00+01:00' }).at).toBe(
    '2026-12-01T18:00:00+01:00',
  );
});
