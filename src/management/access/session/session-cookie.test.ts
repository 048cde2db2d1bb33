import { expect, test } from 'vitest';
import { clearCookie, readCookie, setCookie } from './session-cookie.ts';

const secure = { publicUrl: 'https://ads.example' };
const plain = { publicUrl: 'http://localhost:8080' };

test('uses a __Host- cookie over TLS, so that no other host can set it', () => {
  expect(setCookie({ name: 'session', value: 'x' }, secure)).toBe(
    '__Host-placard-session=x; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(clearCookie('session', secure)).toBe(
    '__Host-placard-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  );
  expect(readCookie('placard-session=planted', 'session', secure)).toBeNull();
  expect(readCookie('a=b; __Host-placard-session=x;c=d', 'session', secure)).toBe('x');
});

test('uses a plain cookie name on localhost', () => {
  expect(setCookie({ name: 'session', value: 'x' }, plain)).toBe('placard-session=x; Path=/; HttpOnly; SameSite=Lax');
  expect(readCookie('placard-session=x', 'session', plain)).toBe('x');
});

test.each([undefined, '', 'placard-session=', 'xplacard-session=x', 'placard-session=x; placard-session=y'])(
  'finds no session in %j',
  (header) => {
    expect(readCookie(header, 'session', plain)).toBeNull();
  },
);
