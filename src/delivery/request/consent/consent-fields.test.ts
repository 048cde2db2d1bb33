import { expect, test } from 'vitest';
import { parametersOf } from '../request-parameters.ts';
import { ConsentFields } from './consent-fields.ts';

test.each([{}, { user: { id: 'x' }, regs: {} }])('at most 20 values of one name are read: %j', (objects) => {
  const many = Array.from({ length: 2_000 }, (_, at) => `text ${at}`);
  const exchange = { header: () => undefined, target: '/json' };
  const fields = new ConsentFields({ parameters: parametersOf({ gpp: many, xt: many }), ...objects, exchange });
  expect(fields.of('gpp')).toEqual(many.slice(0, 20));
  expect(fields.tcfStrings()).toEqual(many.slice(0, 20));
});
