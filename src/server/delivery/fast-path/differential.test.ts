import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OddStream, oddStream, type StreamParts } from '../../../../test/support/odd-streams.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/test-delivery.ts';
import type { DeliveryServices } from '../routes.ts';
import { servePlain } from './serve-plain.ts';

/** Streams of this run; the nightly run takes a million. `PLACARD_TEST_SEED` with one stream repeats a single one. */
const streams = Number(process.env['PLACARD_TEST_STREAMS'] ?? 2_500);
const firstSeed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);
const atOnce = 24;
/** A line on which nothing comes for so long, as after half a request, is told that nothing follows. */
const quietMs = 150;
/** The same where a busy machine may have been the cause. */
const patientMs = 1_500;
const secret = 'the same on both, so that both know the same events';

/** Comes after the odd bytes: the server answers everything before it and then ends the connection. */
const last = Buffer.from('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

let fast: TestDelivery;
let plain: TestDelivery;
/** The same once more: they take repetitions, so that the events of the others can be compared. */
let fastAgain: TestDelivery;
let plainAgain: TestDelivery;
let parts: StreamParts;
beforeAll(async () => {
  fast = await startTestDelivery(undefined, { fastPath: true, secret });
  plain = await startTestDelivery(undefined, { fastPath: false, secret });
  fastAgain = await startTestDelivery(undefined, { fastPath: true, secret });
  plainAgain = await startTestDelivery(undefined, { fastPath: false, secret });
  const answer = await fast.fetch('/json/sl_home_-lb');
  const [ad] = (await answer.json()) as Record<
    'impressionCounter' | 'viewableImpressionCounter' | 'clickTag',
    string
  >[];
  const paths = [
    `${ad?.impressionCounter}`,
    `${ad?.viewableImpressionCounter}?t=1`,
    `${ad?.clickTag}https://shop.example/x`,
  ];
  parts = { slotName: '_home_-lb', eventPaths: paths.map((path) => path.replace('http://ads.example', '')) };
});
afterAll(async () => {
  for (const delivery of [fast, plain, fastAgain, plainAgain]) await delivery.close();
});

/** Sends the pieces one by one and answers all that comes back until the connection ends. */
function exchange({ base }: TestDelivery, stream: OddStream, waitMs = quietMs): Promise<string> {
  const { pieces, breaksOff } = stream;
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen: true }, async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece);
        await new Promise((sent) => setImmediate(sent));
      }
      if (breaksOff) socket.destroy();
      else socket.setTimeout(waitMs, () => socket.end());
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(comparable(Buffer.concat(chunks).toString('latin1'))));
  });
}

/** Without what differs between two answers to one request on one way: the time and the decision. */
function comparable(text: string): string {
  return text.replace(/\r\nDate: [^\r]+/g, '').replace(/\/II[\w-]{50,120}\//g, '/II/');
}

/** How many bytes of a stream the fast path serves itself, before the first request that it leaves to node:http. */
function servedByFastPath(bytes: Buffer): number {
  const nobody = { write: () => true } as unknown as Socket;
  const services = { holder: { current: () => null }, tokens: { verify: () => null } } as unknown as DeliveryServices;
  for (let offset = 0; ; ) {
    const served = servePlain({ bytes, offset, socket: nobody, mustEnd: false }, services);
    if (served.kind !== 'served') return offset;
    offset += served.bytes;
  }
}

const lastAnswer = /HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n\{"status":"ok"[^}]*\}$/;
const refusal = /HTTP\/1\.1 4\d\d [\w ]+\r\ncontent-type: application\/problem\+json\r\nconnection: close\r\n.*$/s;

/**
 * When a request is none, node:http ends the line although answers to the requests before it are still under way, so
 * how many of them arrive is a matter of the moment, and two runs of one stream may differ. Then the stream is
 * compared in two parts: what the fast path serves must be, alone and with a proper end, the same requests with the
 * same answers for node:http; the rest is node:http's on both ways and may differ only in where it stops.
 */
async function agreesInParts(stream: OddStream, inOnePiece: boolean): Promise<boolean> {
  const whole = Buffer.concat(stream.pieces);
  const cut = servedByFastPath(whole);
  const ask = (delivery: TestDelivery, ...pieces: Buffer[]) =>
    exchange(delivery, { pieces, breaksOff: false }, patientMs);
  const [ofFast, plainHead, plainRest] = await Promise.all([
    inOnePiece ? ask(fastAgain, whole) : ask(fastAgain, ...stream.pieces),
    ask(plainAgain, Buffer.concat([whole.subarray(0, cut), last])),
    ask(plainAgain, whole.subarray(cut)),
  ]);
  const head = plainHead.replace(lastAnswer, '');
  if (head === plainHead || !ofFast.startsWith(head)) return false;
  const [shorter = '', longer = ''] = [ofFast.slice(head.length), plainRest]
    .map((text) => text.replace(refusal, ''))
    .sort((a, b) => a.length - b.length);
  return longer.startsWith(shorter);
}

/**
 * Answers get lost on a line that the server has ended while the client still writes: then it is tried again, and
 * at last in one piece, so that nothing is written later.
 */
async function agrees(stream: OddStream): Promise<boolean> {
  for (const inOnePiece of [false, false, true, true]) if (await agreesInParts(stream, inOnePiece)) return true;
  return false;
}

describe('the fast path and node:http', () => {
  test(
    `give the same answers to ${streams} odd streams of bytes`,
    async () => {
      const differing: { readonly seed: number; readonly ofFast: string; readonly ofPlain: string }[] = [];
      let compared = 0;
      let seed = firstSeed;
      const worker = async () => {
        while (seed < firstSeed + streams && differing.length < 3) {
          const own = seed;
          seed += 1;
          const odd = oddStream(own, parts);
          const stream = odd.breaksOff ? odd : { ...odd, pieces: [...odd.pieces, last] };
          const [ofFast, ofPlain] = await Promise.all([exchange(fast, stream), exchange(plain, stream)]);
          compared += stream.breaksOff || ofFast === ofPlain ? 1 : 0;
          if (stream.breaksOff || ofFast === ofPlain || (await agrees(stream))) continue;
          differing.push({ seed: own, ofFast, ofPlain });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      expect(differing).toEqual([]);
      // Most are compared as they are, and many of them are served by the fast path.
      expect(compared).toBeGreaterThan(streams * 0.7);
      // On a line that ends early node:http may have taken events that nobody was told of; the fast path takes one
      // after the other.
      const [ofFast, ofPlain] = [(await fast.events()).length, (await plain.events()).length];
      expect(ofFast).toBeGreaterThan(streams / 50);
      expect(Math.abs(ofFast - ofPlain)).toBeLessThanOrEqual(streams / 200);
    },
    60_000 + streams * 20,
  );
});
