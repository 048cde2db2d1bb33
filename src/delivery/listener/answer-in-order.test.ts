import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';

let delivery: TestDelivery;
let eventPath: string;
beforeAll(async () => {
  delivery = await startTestDelivery(undefined, { fastPath: false });
  const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { readonly impressionCounter: string }[];
  eventPath = `${ad?.impressionCounter}`.replace('http://ads.example', '');
});
afterAll(() => delivery.close());

const nothingFollows = '';

/**
 * Returns the status codes of all responses on one connection. `nothingFollows` at the end closes the client side
 * immediately.
 */
function statusesOf(...requests: readonly string[]): Promise<readonly number[]> {
  const { hostname, port } = new URL(delivery.base);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write(requests.join(''));
      if (requests.at(-1) === nothingFollows) socket.end();
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))));
  });
}

const get = (path: string, ...fields: readonly string[]): string =>
  `${[`GET ${path} HTTP/1.1`, 'Host: x', ...fields].join('\r\n')}\r\n\r\n`;

describe('several requests on one connection', () => {
  test('an invalid request is rejected after the responses to previous requests, regardless of their duration', async () => {
    for (let round = 0; round < 20; round += 1) {
      expect(await statusesOf(get(eventPath), get(eventPath), 'nonsense\r\n\r\n')).toEqual([200, 200, 400]);
    }
  });

  test('an incomplete body is rejected after the previous responses', async () => {
    const broken = 'POST /json HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdefgh\r\n';
    expect(await statusesOf(get(eventPath), broken)).toEqual([200, 400]);
    expect(await statusesOf(broken)).toEqual([400]);
  });

  test('CONNECT is rejected after the previous responses', async () => {
    expect(await statusesOf(get(eventPath), 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n')).toEqual([200, 400]);
  });

  test('requests after the last one are neither answered nor counted', async () => {
    const before = (await delivery.events()).length;
    const close = 'Connection: close';
    expect(await statusesOf(get(eventPath, close), get(eventPath), get(eventPath))).toEqual([200]);
    expect(await statusesOf(get('/health', close), get(eventPath), 'nonsense\r\n\r\n')).toEqual([200]);
    expect(await statusesOf(get('/health', 'Expect: nothing', close), get(eventPath))).toEqual([417]);
    expect((await delivery.events()).length - before).toBe(1);
  });

  test('a client that closes its side receives the pending responses', async () => {
    for (let round = 0; round < 20; round += 1) {
      expect(await statusesOf(get(eventPath), get(eventPath), nothingFollows)).toEqual([200, 200]);
      expect(await statusesOf(get(eventPath), 'GET /json', nothingFollows)).toEqual([200, 400]);
      expect(await statusesOf(get(eventPath), 'nonsense', nothingFollows)).toEqual([200, 400]);
    }
  });

  test('417 for an unsupported expectation is sent in order', async () => {
    expect(await statusesOf(get(eventPath), get('/', 'Expect: nothing'), get('/health', 'Connection: close'))).toEqual([
      200, 417, 200,
    ]);
  });
});
