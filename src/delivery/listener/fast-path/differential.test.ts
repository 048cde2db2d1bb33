import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OddStream, oddStream, type StreamParts } from '../../../../test/support/attacks/odd-streams.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { type AdFacts, createEventTokens } from '../../answer/signed-address/event-token.ts';

/** Streams of this run; the nightly run takes a million. `PLACARD_TEST_SEED` with one stream repeats a single one. */
const streams = Number(process.env['PLACARD_TEST_STREAMS'] ?? 2_500);
const firstSeed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);
const atOnce = 48;
/** A line on which nothing comes for so many looks, as after half a request, is told that nothing follows. */
const quietLooks = 10;
/** The same where a busy machine may have been the cause. */
const patientLooks = 100;
/** Looks and not ms: a process that was not given the machine for a while has not seen that nothing came. */
const lookMs = 15;
const secret = 'the same on both, so that both know the same events';
const tokens = createEventTokens(deriveKey(secret, 'tracking-token'));

/** Comes after the odd bytes: the server answers everything before it and then ends the connection. */
const last = Buffer.from('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

let fast: TestDelivery;
let plain: TestDelivery;
let facts: AdFacts;
beforeAll(async () => {
  fast = await startTestDelivery(undefined, { fastPath: true, secret });
  plain = await startTestDelivery(undefined, { fastPath: false, secret });
  const [ad] = (await (await fast.fetch('/json/sl_home_-lb')).json()) as { readonly impressionCounter: string }[];
  const token = tokens.verify(/\/II([\w-]+)/.exec(ad?.impressionCounter ?? '')?.[1] ?? '');
  if (token === null) throw new Error('The test does not know the key of the events');
  facts = token;
});
afterAll(async () => {
  for (const delivery of [fast, plain]) await delivery.close();
});

/** Events of its own for each attempt at each stream, so that the journals tell whose they are. */
function partsOf(seed: number, attempt: number): StreamParts {
  const id = Buffer.alloc(16);
  id.writeUIntBE(seed, 0, 6);
  id.writeUInt8(attempt, 15);
  const mark = `sl10/II${tokens.sign({ id, decidedAtMs: Date.now() }, 0, facts)}`;
  return {
    slotName: '_home_-lb',
    eventPaths: [
      `/track/1000/${mark}/`,
      `/track/1000-Adhese_IABview/${mark}/?t=1`,
      `/raylene/${mark}/ad1000-7/URhttps://shop.example/x`,
    ],
  };
}

/** Sends the pieces one by one and answers all that comes back until the connection ends. */
function exchange({ base }: TestDelivery, { pieces, fate }: OddStream, looks: number): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let quiet = 0;
    const looking = setInterval(() => {
      quiet += 1;
      if (quiet === looks) socket.end();
    }, lookMs);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen: true }, async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        quiet = 0;
        socket.write(piece);
        await new Promise((sent) => setImmediate(sent));
      }
      if (fate === 'breaks off') socket.destroy();
      if (fate === 'ends') socket.end();
    });
    socket.on('data', (chunk) => {
      quiet = 0;
      chunks.push(chunk);
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(looking);
      resolve(comparable(Buffer.concat(chunks).toString('latin1')));
    });
  });
}

/** Without what differs between two answers to one request on one way: the time and the decision. */
function comparable(text: string): string {
  return text.replace(/\r\nDate: [^\r]+/g, '').replace(/\/II[\w-]{50,120}\//g, '/II/');
}

/**
 * How a stream is sent, attempt by attempt. On a line that the server has ended while the client still writes, the
 * network throws answers away that were on their way to it; so it is tried again, at last in one piece.
 */
const attempts = [
  { looks: quietLooks, inOnePiece: false },
  { looks: patientLooks, inOnePiece: false },
  { looks: patientLooks, inOnePiece: false },
  { looks: patientLooks, inOnePiece: true },
  { looks: patientLooks, inOnePiece: true },
] as const;

type Outcome = { readonly agreedAt: number | null; readonly ofFast: string; readonly ofPlain: string };

/** Sends a stream both ways until the answers are the same. */
async function compare(seed: number): Promise<Outcome> {
  let ofFast = '';
  let ofPlain = '';
  for (const [attempt, { looks, inOnePiece }] of attempts.entries()) {
    const { pieces, fate } = oddStream(seed, partsOf(seed, attempt));
    const whole = fate === 'stays' ? [...pieces, last] : pieces;
    const stream = { pieces: inOnePiece ? [Buffer.concat(whole)] : whole, fate };
    [ofFast, ofPlain] = await Promise.all([exchange(fast, stream, looks), exchange(plain, stream, looks)]);
    // Nobody is left to read the answers: what counts is that both stay up, and take no event.
    if (fate === 'breaks off' || ofFast === ofPlain) return { agreedAt: attempt, ofFast, ofPlain };
  }
  return { agreedAt: null, ofFast, ofPlain };
}

/** The decision of an event, in hexadecimal, as `partsOf` makes it. */
const seedOf = (decisionId: string): number => Number.parseInt(decisionId.slice(0, 12), 16);
const attemptOf = (decisionId: string): number => Number.parseInt(decisionId.slice(30), 16);

/** What a server has counted, in order, for each attempt at each stream. */
async function eventsByStream(delivery: TestDelivery): Promise<ReadonlyMap<string, string>> {
  const events = new Map<string, string>();
  for (const { eventId, kind, filtered } of await delivery.events()) {
    const stream = eventId.slice(0, 32);
    events.set(stream, `${events.get(stream) ?? ''} ${kind} ${filtered}`);
  }
  return events;
}

describe('the fast path and node:http', () => {
  test(
    `give the same answers to ${streams} odd streams of bytes, and count the same events`,
    async () => {
      const differing: (Outcome & { readonly seed: number })[] = [];
      const agreedAt = attempts.map(() => 0);
      const repeated = new Map<number, number>();
      let seed = firstSeed;
      const worker = async () => {
        while (seed < firstSeed + streams && differing.length < 3) {
          const own = seed;
          seed += 1;
          const outcome = await compare(own);
          if (outcome.agreedAt === null) differing.push({ seed: own, ...outcome });
          else agreedAt[outcome.agreedAt] = (agreedAt[outcome.agreedAt] ?? 0) + 1;
          if (outcome.agreedAt !== 0) repeated.set(own, outcome.agreedAt ?? -1);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      expect(differing).toEqual([]);
      process.stdout.write(
        `${streams} streams from ${firstSeed}: agreed at attempt 0, 1, ...: ${agreedAt.join(', ')}\n`,
      );
      // Most agree at once, and all of them cut as they are, however busy the machine is.
      expect(agreedAt[0]).toBeGreaterThan(streams * 0.5);
      expect(agreedAt.slice(3).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(streams / 1_000);

      const [ofFast, ofPlain] = [await eventsByStream(fast), await eventsByStream(plain)];
      const counted = [...new Set([...ofFast.keys(), ...ofPlain.keys()])].filter(
        (stream) => attemptOf(stream) === (repeated.get(seedOf(stream)) ?? 0),
      );
      const others = counted.filter((stream) => ofFast.get(stream) !== ofPlain.get(stream));
      expect(others.map((stream) => [seedOf(stream), ofFast.get(stream)])).toEqual(
        others.map((stream) => [seedOf(stream), ofPlain.get(stream)]),
      );
      expect(counted.length).toBeGreaterThan(streams / 10);
    },
    60_000 + streams * 20,
  );
});
