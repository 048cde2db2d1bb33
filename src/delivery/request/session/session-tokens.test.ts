import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionMs } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { createSessionTokens, isSessionToken } from './session-tokens.ts';

const clock = { nowMs: 1_790_000_000_000 };
const sessions = createSessionTokens(randomBytes(32), () => clock.nowMs);
const begun = () => sessions.read('new')?.token ?? '';

test('a token identifies the session that it was issued for, and each session is different', () => {
  const [first, second] = [begun(), begun()];
  expect([first, second].map(isSessionToken)).toEqual([true, true]);
  expect(sessions.keyOf(first)).toBe(sessions.keyOf(first));
  expect(sessions.keyOf(first)).not.toBe(sessions.keyOf(second));
  expect(sessions.read(first)).toEqual({ key: sessions.keyOf(first), token: null });
});

test('a token with one changed digit is invalid and starts another session', () => {
  const token = begun();
  for (let at = 0; at < token.length; at += 1) {
    const forged = `${token.slice(0, at)}${token[at] === '0' ? '1' : '0'}${token.slice(at + 1)}`;
    expect(sessions.keyOf(forged)).toBeUndefined();
    const said = sessions.read(forged);
    expect([said?.key, isSessionToken(said?.token ?? '')]).toEqual([undefined, true]);
    expect(said?.token).not.toBe(token);
  }
});

test('a token expires one day after it was issued', () => {
  const token = begun();
  const givenMs = clock.nowMs;
  clock.nowMs = givenMs + sessionMs - 1;
  expect(sessions.keyOf(token)).toBeDefined();
  clock.nowMs = givenMs + sessionMs;
  expect(sessions.keyOf(token)).toBeUndefined();
});

test('other values do not identify a session', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[0-9a-fA-F]{0,60}$/)), (text) => {
      fc.pre(text !== 'new' && !isSessionToken(text));
      expect([sessions.read(text), sessions.keyOf(text)]).toEqual([null, undefined]);
    }),
  );
  expect([sessions.read(undefined), sessions.keyOf(undefined)]).toEqual([null, undefined]);
});
