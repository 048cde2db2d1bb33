import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';

describe.each([
  ['the fast path', true],
  ['node:http', false],
])('on %s', (_path, fastPath) => {
  let delivery: TestDelivery;
  let eventPath: string;
  beforeAll(async () => {
    delivery = await startTestDelivery(undefined, { fastPath });
    const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { readonly impressionCounter: string }[];
    eventPath = `${ad?.impressionCounter}`.replace('http://ads.example', '');
  });
  afterAll(() => delivery.close());

  /** Returns all responses on one connection until the server closes it. */
  function send(bytes: string): Promise<string> {
    const { hostname, port } = new URL(delivery.base);
    return new Promise((resolve) => {
      let text = '';
      const socket = connect({ port: Number(port), host: hostname }, () => socket.write(bytes));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
  }
  const statusesOf = async (bytes: string) =>
    [...(await send(bytes)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const valid = () => `GET ${eventPath} HTTP/1.1\r\nHost: x\r\n\r\n`;

  test.each([
    ['equal', 'Host: x\r\nHost: x'],
    ['different', 'Host: x\r\nUser-Agent: y\r\nhOsT: other.example'],
  ])('returns 400 for two %s Host headers, and closes the connection', async (_kind, hosts) => {
    const before = (await delivery.events()).length;
    const answer = await send(`GET ${eventPath} HTTP/1.1\r\n${hosts}\r\n\r\n${valid()}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*exactly one Host header/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    const post = `POST /json HTTP/1.1\r\n${hosts}\r\nContent-Length: 2\r\n\r\n{}`;
    expect(await statusesOf(post)).toEqual([400]);
    expect((await delivery.events()).length).toBe(before);
  });

  test.each(['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9'])(
    'returns 505 for a request line with %s, after the responses to previous requests',
    async (version) => {
      const before = (await delivery.events()).length;
      const refused = `GET ${eventPath} ${version}\r\nHost: x\r\n\r\n`;
      expect(await statusesOf(valid() + refused + valid())).toEqual([200, 505]);
      expect((await delivery.events()).length).toBe(before + 1);
    },
  );

  test('returns for HEAD on a tracking URL the same as GET, without the body, and does not count it', async () => {
    const before = (await delivery.events()).length;
    for (const path of [eventPath, eventPath.replace(/\/track\/(\d+)\//, '/track/$1-complete/')]) {
      const answer = await send(`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-type: image\/gif[\s\S]*\r\n\r\n$/);
    }
    expect(await statusesOf(`${valid().replace('/II', '/IIx')}${valid().replace('GET', 'HEAD')}x`)).toEqual([
      404, 200, 400,
    ]);
    expect((await delivery.events()).length).toBe(before);
  });

  test('returns 505 for the preface of HTTP/2, and 400 for a malformed version', async () => {
    expect(await statusesOf('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toEqual([505]);
    expect(await statusesOf('GET /json HTTP/x\r\nHost: x\r\n\r\n')).toEqual([400]);
  });
});
