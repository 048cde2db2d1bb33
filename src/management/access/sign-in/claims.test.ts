import { expect, test } from 'vitest';
import { requireSubject, userEmail } from './claims.ts';

test.each(['', '  ', 's'.repeat(256), 'a\nb', '\u0000'])('refuses the subject %j', (subject) => {
  expect(() => requireSubject(subject)).toThrow(/subject/);
});

test.each(['248289761001', 'auth0|5f7c8ec7', 'maya@aurora.example', 's'.repeat(255)])(
  'accepts the subject %s',
  (subject) => {
    expect(() => requireSubject(subject)).not.toThrow();
  },
);

test.each([
  'a..b@aurora.example',
  '<a>@aurora.example',
  'a,b@aurora.example',
  'a b@aurora.example',
  '@x.example',
  7,
  null,
])('refuses the malformed e-mail address %s', (claim) => {
  expect(userEmail(claim)).toBeNull();
});

test('accepts an e-mail address as it is written', () => {
  expect(userEmail('Maya.Peeters+ads@Aurora.example')).toBe('Maya.Peeters+ads@Aurora.example');
});
