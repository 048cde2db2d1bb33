import { expect, test } from 'vitest';
import { emptyExplainRequest, explainBodyOf } from './explain-request.ts';

const zone = 'Europe/Brussels';

test('converts the form to a request body without empty fields, with the time in UTC', () => {
  expect(explainBodyOf({ ...emptyExplainRequest, slots: ' a-lb, b-sky,' }, zone)).toEqual({
    slots: [{ slotName: 'a-lb' }, { slotName: 'b-sky' }],
  });
  expect(
    explainBodyOf(
      {
        slots: 'a-lb',
        parameters: 'kw=red, blue\nct = Gent\n\nur=https://a.example/?x=1',
        pageUrl: ' https://a.example/ ',
        country: 'BE',
        device: 'mobile,tablet',
        segments: 'skiers',
        consent: 'granted',
        at: '2026-12-01 18:00:00',
        revision: '12',
      },
      zone,
    ),
  ).toEqual({
    slots: [{ slotName: 'a-lb' }],
    parameters: { kw: ['red', 'blue'], ct: ['Gent'], ur: ['https://a.example/?x=1'] },
    pageUrl: 'https://a.example/',
    country: ['BE'],
    device: ['mobile', 'tablet'],
    segments: ['skiers'],
    consent: 'granted',
    at: '2026-12-01T17:00:00.000Z',
    revision: 12,
  });
});
