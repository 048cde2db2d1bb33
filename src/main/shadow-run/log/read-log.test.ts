import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from './logged-call.ts';
import { openLog } from './read-log.ts';

const line = '203.0.113.9 - - [28/Nov/2026:19:02:17 +0000] "GET /json/sl_home_-lb HTTP/1.1" 200 43 "-" "Agent"';
const atMs = Date.parse('2026-11-28T19:02:17Z');

describe('a log file', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-shadow-log-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function read(name: string, content: string | Buffer, format: 'auto' | 'access' | 'har' | 'openrtb' = 'auto') {
    const path = join(folder, name);
    await writeFile(path, content);
    const log = await openLog(path, format);
    const entries: LogEntry[] = [];
    const { lines } = await log.read((entry) => entries.push(entry));
    return { format: log.format, lines, entries };
  }

  test('of an access log is read by line, with the numbers of unreadable lines and without blank ones', async () => {
    const { format, lines, entries } = await read('access.log', `${line}\n\nnot a line\r\n${line}`);
    expect([format, lines]).toEqual(['access', 4]);
    expect(entries).toMatchObject([
      { line: 1, call: { atMs } },
      { line: 3, fault: 'not in common or combined log format' },
      { line: 4, call: { atMs } },
    ]);
  });

  test('compressed with gzip is read like a plain one', async () => {
    const content = gzipSync(Array.from({ length: 5_000 }, () => line).join('\n'));
    const { lines, entries } = await read('access.log.1.gz', content);
    expect([lines, entries.length]).toEqual([5_000, 5_000]);
  });

  test('of JSON lines of nginx, Caddy and other servers is read as an access log', async () => {
    const nginx = {
      time_iso8601: '2026-11-28T19:02:17+00:00',
      request: 'GET /json/sl_home_-lb HTTP/1.1',
      status: '200',
      remote_addr: '203.0.113.9',
      http_user_agent: 'Agent',
      http_referer: '-',
    };
    const caddy = {
      ts: atMs / 1_000,
      request: {
        remote_ip: '203.0.113.9',
        method: 'GET',
        uri: '/json/sl_home_-lb?a=1',
        headers: { 'User-Agent': ['Agent'], 'Accept-Language': ['nl'] },
      },
      status: 200,
    };
    const other = { timestamp: atMs, method: 'POST', path: '/json', query: 'a=1', request_body: { slots: [] } };
    const entriesOfServers = [nginx, caddy, other, { time: 'yesterday', path: '/json' }, { ts: 1 }];
    const lines = [...entriesOfServers.map((entry) => JSON.stringify(entry)), '{"broken":'];
    const { format, entries } = await read('access.json', lines.join('\n'));
    expect(format).toBe('access');
    expect(entries).toMatchObject([
      {
        call: {
          atMs,
          method: 'GET',
          target: '/json/sl_home_-lb',
          status: 200,
          address: '203.0.113.9',
          userAgent: 'Agent',
        },
      },
      { call: { atMs, target: '/json/sl_home_-lb?a=1', userAgent: 'Agent', language: 'nl', address: '203.0.113.9' } },
      { call: { atMs, method: 'POST', target: '/json?a=1', requestBody: '{"slots":[]}' } },
      { line: 4, fault: 'no field has the time of the request' },
      { line: 5, fault: 'no field has the path of the request' },
      { line: 6, fault: 'not valid JSON' },
    ]);
  });

  test('of bid requests is read as an auction log, with and without responses', async () => {
    const request = { id: 'r1', imp: [{ id: '1', tagid: '_home_-lb', banner: {} }] };
    const wrapped = { ts: '2026-11-28T19:02:17Z', request, response: { id: 'r1', seatbid: [] } };
    const asText = { bidrequest: JSON.stringify(request), time: atMs };
    const { format, entries } = await read(
      'auctions.jsonl',
      [request, wrapped, asText, { id: 'r2' }, 'text'].map((entry) => JSON.stringify(entry)).join('\n'),
    );
    expect(format).toBe('openrtb');
    expect(entries).toMatchObject([
      { auction: { atMs: null, request, response: null } },
      { auction: { atMs, request, response: { id: 'r1' } } },
      { auction: { atMs, request } },
      { fault: 'no bid request: "imp" is missing' },
      { fault: 'not a JSON object' },
    ]);
  });

  test('of an HAR export is read entry by entry, with bodies and headers', async () => {
    const entry = {
      startedDateTime: '2026-11-28T19:02:17.000Z',
      request: {
        method: 'POST',
        url: 'https://e-123.adzerk.net/api/v2?x=1',
        headers: [{ name: 'User-Agent', value: 'Agent' }],
        postData: { mimeType: 'application/json', text: '{"placements":[]}' },
      },
      response: {
        status: 200,
        headers: [{ name: 'Google-LineItem-Id', value: '12' }],
        content: { encoding: 'base64', text: Buffer.from('{"decisions":{}}').toString('base64') },
      },
    };
    const content = JSON.stringify({ log: { version: '1.2', entries: [entry, { request: { url: 'data:,x' } }, 7] } });
    const { format, lines, entries } = await read('page.har', content);
    expect([format, lines]).toEqual(['har', 3]);
    expect(entries).toMatchObject([
      { line: 1, call: { atMs, method: 'POST', target: '/api/v2?x=1', userAgent: 'Agent', status: 200 } },
      { line: 2, fault: 'the URL of the request cannot be read' },
      { line: 3, fault: 'the entry has no request' },
    ]);
    const [first] = entries;
    if (first === undefined || !('call' in first)) throw new Error('no call');
    expect(first.call.requestBody).toBe('{"placements":[]}');
    expect(first.call.responseBody).toBe('{"decisions":{}}');
    expect(first.call.responseHeader('google-lineitem-id')).toBe('12');
    expect(first.call.responseHeader('server')).toBeUndefined();
  });

  test('with lines that are too long or not UTF-8 reports their numbers', async () => {
    const long = `${line}${'x'.repeat(4_200_000)}`;
    const content = Buffer.concat([Buffer.from(`${long}\n${line}\n`), Buffer.from([0x47, 0xff, 0x0a])]);
    const { entries } = await read('odd.log', content, 'access');
    expect(entries).toMatchObject(
      [{ line: 1, fault: /longer than/ }, { line: 2 }, { line: 3, fault: 'not UTF-8' }].map(
        ({ line: number, fault }) => ({
          line: number,
          ...(fault !== undefined && { fault: expect.stringMatching(fault) }),
        }),
      ),
    );
  });

  test('that does not exist, or is not of the chosen format, is refused with a remedy', async () => {
    await expect(openLog(join(folder, 'missing.log'), 'auto')).rejects.toThrow(
      /missing\.log cannot be read \(ENOENT\)\. Enter the path of a log file\./,
    );
    await expect(openLog(folder, 'auto')).rejects.toThrow(/is not a file/);
    await expect(read('no.har', '{"log":{}}')).rejects.toThrow(/"log\.entries" is missing\. Enter --format access/);
  });
});
