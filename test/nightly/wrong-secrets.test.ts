import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';

const wrongPerSecond = 1_000;
/** The flood consists of bursts at this interval in ms, which is harder than a steady stream. */
const burstMs = 20;
/** Valid calls of each kind per phase, one after another. */
const callsPerPhase = 20;
const phases = 4;
/** Concurrent calls of the flood, limited by its connections. */
const maxUnderWay = 64;
/**
 * Most slowdown of valid calls during the flood, relative to a flood of the same rate that the server refuses cheaply.
 * Sending the flood slows both equally. Checking every wrong secret completely would slow them more than ten times.
 */
const maxRatio = 5;
/** Durations in ms below this are accepted with any ratio. */
const unnoticedMs = 25;

let placard: RunningPlacard;
let agent: Agent;
let floodAgent: Agent;
beforeAll(async () => {
  placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_PROCESSES: '1', PLACARD_CALLS_PER_MINUTE: '1000000' });
  agent = new Agent({ keepAlive: true });
  floodAgent = new Agent({ keepAlive: true, maxSockets: maxUnderWay });
});
afterAll(async () => {
  agent?.destroy();
  floodAgent?.destroy();
  await placard?.close();
});

type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

function send(
  { path, method = 'POST', headers = {}, body = '' }: Sent,
  by: Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${placard.managementUrl}${path}`, { method, agent: by, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('error', reject).end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const grant = (id: string, secret: string): Sent => ({
  path: '/oauth2/token',
  headers: form,
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }).toString(),
});
const basic = (id: string, secret: string): Sent => ({
  path: '/oauth2/token',
  headers: { ...form, authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  body: 'grant_type=client_credentials',
});
const reading = (token: string): Sent => ({
  path: '/api/v1/limits',
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
});

const floods: readonly (readonly [string, (n: number) => Sent, number])[] = [
  ['for the same account by form', (n) => grant(placard.clientId, `wrong-${n}`), 401],
  ['for the same account by Basic', (n) => basic(placard.clientId, `wrong-${n}`), 401],
  ['for a different unknown account each time', (n) => grant(`unknown-${n}`, 'wrong'), 401],
];

/** Sends wrong secrets at the given rate, limited by the concurrent calls, until stopped. */
function startFlood(wrong: (n: number) => Sent) {
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * wrongPerSecond) / 1000;
    for (; sent < due && underWay.size < maxUnderWay; sent += 1) {
      const one = send(wrong(sent), floodAgent).then(
        ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
      );
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
    }
  }, burstMs);
  return async () => {
    clearInterval(timer);
    const rate = (sent * 1000) / (performance.now() - startedAt);
    await Promise.all(underWay);
    return { statuses, rate };
  };
}

/** Durations of valid calls in ms. */
async function measure(): Promise<{ readonly token: number[]; readonly api: number[] }> {
  const [token, api]: [number[], number[]] = [[], []];
  const timed = async (times: number[], sent: Sent) => {
    const startedAt = performance.now();
    const { status, text } = await send(sent, agent);
    times.push(performance.now() - startedAt);
    expect(status).toBe(200);
    return text;
  };
  for (let call = 0; call < callsPerPhase; call += 1) {
    const given = await timed(token, grant(placard.clientId, placard.clientSecret));
    await timed(api, reading((JSON.parse(given) as { access_token: string }).access_token));
  }
  return { token, api };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Measures valid calls during a flood, and returns the responses to the flood. */
async function measureBeside(wrong: (n: number) => Sent, status: number) {
  const stop = startFlood(wrong);
  const times = await measure();
  const { statuses, rate } = await stop();
  expect([...statuses.keys()]).toEqual([status]);
  return { ...times, rate: Math.round(rate) };
}

test.each(floods)(
  `${wrongPerSecond} wrong secrets per second %s do not slow other calls`,
  async (_whose, wrong, status) => {
    await measure();
    const [alone, plain, concurrentLoad]: [Measured[], Measured[], Measured[]] = [[], [], []];
    // Alternating, so that other load of the machine affects all.
    for (let phase = 0; phase < phases; phase += 1) {
      alone.push({ ...(await measure()), rate: 0 });
      plain.push(await measureBeside(() => ({ path: '/oauth2/token', method: 'GET' }), 405));
      concurrentLoad.push(await measureBeside(wrong, status));
    }
    const rates = [...plain, ...concurrentLoad].map(({ rate }) => rate);
    console.info(`calls per second, refused cheaply and for a wrong secret: ${rates.join(', ')}`);
    for (const kind of ['token', 'api'] as const) {
      const [quiet, before, after] = [alone, plain, concurrentLoad].map((times) =>
        leastDisturbed(times, kind),
      ) as Three;
      console.info(
        `${kind}: median ${quiet.toFixed(1)} ms alone, ${before.toFixed(1)} during other refusals, ${after.toFixed(1)} during wrong secrets`,
      );
      expect(after, `${kind} calls during the flood`).toBeLessThan(Math.max(unnoticedMs, before * maxRatio));
    }
  },
);

type Measured = Awaited<ReturnType<typeof measureBeside>>;
type Three = [number, number, number];

/** Returns the median of the phase with the least other load. */
function leastDisturbed(phasesOf: readonly Measured[], kind: 'token' | 'api'): number {
  return Math.min(...phasesOf.map((times) => median(times[kind])));
}
