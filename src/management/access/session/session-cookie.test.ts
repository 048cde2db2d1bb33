import { expect, test } from 'vitest';
import { clearCookie, readCookie, setCookie } from './session-cookie.ts';

const secure = { publicUrl: 'https://ads.example' };
const plain = { publicUrl: 'http://localhost:8080' };

test('over TLS no other host can set the cookie of a session', () => {
  expect(setCookie({ name: 'session', value: 'x' }, secure)).toBe(
    '__Host-placard-session=x; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(clearCookie('session', secure)).toBe(
    '__Host-placard-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  );
  expect(readCookie('placard-session=planted', 'session', secure)).toBeNull();
  expect(readCookie('a=b; __Host-placard-session=x;c=d', 'session', secure)).toBe('x');
});

test('on this machine its name is a plain one', () => {
  expect(setCookie({ name: 'session', value: 'x' }, plain)).toBe('placard-session=x; Path=/; HttpOnly; SameSite=Lax');
  expect(readCookie('placard-session=x', 'session', plain)).toBe('x');
});

test.each([undefined, '', 'placard-session=', 'xplacard-session=x', 'placard-session=x; placard-session=y'])(
  '%j holds none',
  (header) => {
    expect(readCookie(header, 'session', plain)).toBeNull();
  },
);
