import { describe, expect, test } from 'vitest';
import { readPlainHead } from './plain-head.ts';

const head = (first: string, ...fields: string[]) => [first, ...fields, '', ''].join('\r\n');
/** Not at the start of the bytes, and followed by other bytes. */
const read = (text: string) => readPlainHead(Buffer.from(`before${text}{"body":1}`, 'latin1'), 'before'.length);
const host = 'Host: ads.example';

describe('a plain head', () => {
  test('contains method, target, body length and origin, in any order and case', () => {
    expect(
      read(head('POST /json?t=1 HTTP/1.1', 'ORIGIN:\t https://a.example ', 'content-length: 12', host)),
    ).toMatchObject({
      method: 'POST',
      target: '/json?t=1',
      bodyBytes: 12,
      origin: 'https://a.example',
    });
    expect(read(head('GET /track/1/ HTTP/1.1', host, 'Connection: Keep-Alive'))).toMatchObject({
      method: 'GET',
      target: '/track/1/',
      bodyBytes: 0,
      origin: undefined,
    });
  });

  test.each([
    ['another method', head('PUT /json HTTP/1.1', host)],
    ['another version', head('GET /json HTTP/1.0', host)],
    ['a complete URL', head('GET http://x/json HTTP/1.1', host)],
    ['a fragment', head('GET /json#x HTTP/1.1', host)],
    ['non-ASCII bytes', head('GET /json/\u00e9 HTTP/1.1', host)],
    ['no host', head('GET /json HTTP/1.1', 'Accept: */*')],
    ['no fields', head('GET /json HTTP/1.1')],
    ['two hosts', head('GET /json HTTP/1.1', host, host)],
    ['more than 200 fields', head('GET /json HTTP/1.1', host, ...Array.from({ length: 200 }, () => 'a:'))],
    ['a folded line', head('GET /json HTTP/1.1', host, ' folded')],
    ['a space before the colon', head('GET /json HTTP/1.1', `${host}`, 'Accept : x')],
    ['a line without a colon', head('GET /json HTTP/1.1', host, 'nothing')],
    ['a bare carriage return', head('GET /json HTTP/1.1', host, 'X: a\rb')],
    ['a bare line feed', head('GET /json HTTP/1.1', host, 'X: a\nY: b')],
    ['a body without its length', head('POST /json HTTP/1.1', host)],
    ['a length without a body', head('GET /json HTTP/1.1', host, 'Content-Length: 0')],
    ['two lengths', head('POST /json HTTP/1.1', host, 'Content-Length: 2', 'content-length: 2')],
    ['an invalid length', head('POST /json HTTP/1.1', host, 'Content-Length: 2, 2')],
    ['a signed length', head('POST /json HTTP/1.1', host, 'Content-Length: +2')],
    ['a length with leading zeros', head('POST /json HTTP/1.1', host, 'Content-Length: 02')],
    ['an empty length', head('POST /json HTTP/1.1', host, 'Content-Length:')],
    ['chunks', head('POST /json HTTP/1.1', host, 'transfer-encoding: chunked')],
    ['chunks and a length', head('POST /json HTTP/1.1', host, 'Transfer-Encoding: chunked', 'Content-Length: 2')],
    ['an expectation', head('POST /json HTTP/1.1', host, 'Content-Length: 2', 'Expect: 100-continue')],
    ['an upgrade', head('GET /json HTTP/1.1', host, 'Upgrade: h2c')],
    ['Connection: close', head('GET /json HTTP/1.1', host, 'Connection: close')],
    ['a Proxy-Connection field', head('GET /json HTTP/1.1', host, 'Proxy-Connection: close')],
  ])('does not have %s', (_what, text) => {
    expect(read(text)).toBe('unusual');
  });

  test('is incomplete until its last byte, and never unusual before', () => {
    const text = head('POST /json HTTP/1.1', host, 'Content-Length: 12', 'X-Other: \t', 'Connection: keep-alive');
    for (let length = 0; length < text.length; length += 1) {
      expect(readPlainHead(Buffer.from(text.slice(0, length)), 0), `${length} bytes`).toBe('incomplete');
    }
    expect(read(text)).toMatchObject({ bytes: text.length, bodyBytes: 12 });
  });

  test('is unusual at the first invalid byte, and above 16 KiB', () => {
    for (const text of [
      '\u0016\u0003\u0001',
      'GET x',
      'GET / HTTP/1.0',
      'GET / HTTP/1.1\r\n\r',
      'GET / HTTP/1.1\r\nX :',
    ]) {
      expect(readPlainHead(Buffer.from(text, 'latin1'), 0), JSON.stringify(text)).toBe('unusual');
    }
    const long = `GET / HTTP/1.1\r\nX: ${'x'.repeat(16 * 1024)}`;
    expect(readPlainHead(Buffer.from(long), 0)).toBe('unusual');
    expect(readPlainHead(Buffer.from(long.slice(0, 16 * 1024 - 1)), 0)).toBe('incomplete');
  });

  test('has up to 200 fields', () => {
    const outcome = read(head('GET /json HTTP/1.1', host, ...Array.from({ length: 198 }, () => 'a:'), 'b: last'));
    expect(typeof outcome === 'string' ? outcome : outcome.fields.first('b')).toBe('last');
  });

  test('is recognized in linear time', () => {
    for (const field of ['X: '.padEnd(15_000, 'x'), `${'x'.repeat(15_000)}\u0001`, 'a:'.repeat(7_000)]) {
      const startedMs = performance.now();
      read(head('GET /json HTTP/1.1', host, field, 'no colon'));
      expect(performance.now() - startedMs).toBeLessThan(100);
    }
  });

  test('returns the first field of a name, and all of them', () => {
    const text = head('GET / HTTP/1.1', host, 'User-Agent: one', 'user-agent:\ttwo ', 'X-Empty:', 'Cookie: a=1');
    const outcome = read(text);
    const fields = typeof outcome === 'string' ? undefined : outcome.fields;
    const first = ['user-agent', 'x-empty', 'cookie', 'x'].map((name) => fields?.first(name));
    expect(first).toEqual(['one', '', 'a=1', undefined]);
    expect([fields?.all('user-agent'), fields?.all('x-empty'), fields?.all('x')]).toEqual(['one,two', '', undefined]);
  });
});
