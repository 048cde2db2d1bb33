import { describe, expect, test } from 'vitest';
import { parseAccessLine } from './parse-access-line.ts';

const combined =
  '203.0.113.9 - - [28/Nov/2026:19:02:17 +0100] "GET /www/delivery/lg.php?bannerid=12&campaignid=3&zoneid=7 HTTP/1.1" 200 43 "https://news.example/home?a=1" "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"';

describe('an access log line', () => {
  test('in combined format gives time, request, client and page', () => {
    expect(parseAccessLine(combined)).toMatchObject({
      atMs: Date.parse('2026-11-28T18:02:17Z'),
      method: 'GET',
      target: '/www/delivery/lg.php?bannerid=12&campaignid=3&zoneid=7',
      status: 200,
      address: '203.0.113.9',
      referer: 'https://news.example/home?a=1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      requestBody: null,
    });
  });

  test('in common format has neither page nor browser', () => {
    const line = '198.51.100.4 - frank [10/Oct/2026:13:55:36 -0700] "GET /json/sl_home_-lb HTTP/1.0" 200 2326';
    expect(parseAccessLine(line)).toMatchObject({
      atMs: Date.parse('2026-10-10T20:55:36Z'),
      target: '/json/sl_home_-lb',
      address: '198.51.100.4',
      referer: undefined,
      userAgent: undefined,
    });
  });

  test('with a virtual host in front gives the client address', () => {
    expect(parseAccessLine(`ads.example:443 ${combined}`)).toMatchObject({ address: '203.0.113.9' });
  });

  test('with a cookie as a further field gives the cookie', () => {
    expect(parseAccessLine(`${combined} "OAID=0123abc; theme=dark" 0.004`)).toMatchObject({
      cookie: 'OAID=0123abc; theme=dark',
    });
  });

  test('with escaped quotes and bytes is read to the end of each field', () => {
    const line = String.raw`192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "GET /json/sl_home_-lb?q=\x22a\x22 HTTP/1.1" 200 5 "-" "Agent \"quoted\" 1\\"`;
    expect(parseAccessLine(line)).toMatchObject({ target: '/json/sl_home_-lb?q="a"', userAgent: 'Agent "quoted" 1\\' });
  });

  test('with a complete URL as target gives its path', () => {
    const line = '192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "GET http://ads.example/json/sl_a HTTP/1.1" 200 5';
    expect(parseAccessLine(line)).toMatchObject({ target: '/json/sl_a' });
  });

  test.each([
    ['', 'not in common or combined log format'],
    ['Nov 28 19:02:17 host sshd[1]: session opened', 'not in common or combined log format'],
    ['192.0.2.1 - - [31/Feb/2026:19:02:17 +0000] "GET / HTTP/1.1" 200 5', 'the time cannot be read'],
    ['192.0.2.1 - - [28/Foo/2026:19:02:17 +0000] "GET / HTTP/1.1" 200 5', 'the time cannot be read'],
    ['192.0.2.1 - - [28/Nov/2026:24:02:17 +0000] "GET / HTTP/1.1" 200 5', 'the time cannot be read'],
    [
      String.raw`192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "\x16\x03\x01" 400 150 "-" "-"`,
      'the request line cannot be read',
    ],
    ['192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "" 408 0 "-" "-"', 'the request line cannot be read'],
    ['192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "OPTIONS * HTTP/1.0" 200 0', 'the request line has no path'],
    ['192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "GET /json/sl_a HTTP/1.1" OK 5', 'the status cannot be read'],
    ['192.0.2.1 - - [28/Nov/2026:19:02:17 +0000] "GET /json/sl_a HTTP/1.1 200 5', 'a quoted field does not end'],
  ])('that is malformed gives the reason: %j', (line, fault) => {
    expect(parseAccessLine(line)).toBe(fault);
  });

  test('of another minute or zone is not read with the time of the previous line', () => {
    const at = (time: string) => parseAccessLine(`192.0.2.1 - - [${time}] "GET / HTTP/1.1" 200 5`);
    expect(at('28/Nov/2026:19:02:17 +0000')).toMatchObject({ atMs: Date.parse('2026-11-28T19:02:17Z') });
    expect(at('28/Nov/2026:19:02:59 +0000')).toMatchObject({ atMs: Date.parse('2026-11-28T19:02:59Z') });
    expect(at('28/Nov/2026:19:03:00 +0000')).toMatchObject({ atMs: Date.parse('2026-11-28T19:03:00Z') });
    expect(at('28/Nov/2026:19:03:00 +0530')).toMatchObject({ atMs: Date.parse('2026-11-28T13:33:00Z') });
    expect(at('28/Nov/2026:19:03:61 +0530')).toBe('the time cannot be read');
  });
});
