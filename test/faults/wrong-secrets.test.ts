import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPlacard, startPlacard } from '../support/running-placard.ts';

const wrongPerSecond = 1_000;
/** The flood comes in bursts of so many ms, which is harder than a steady stream. */
const burstMs = 20;
/** Rightful calls of each kind in one phase, one after another. */
const callsPerPhase = 60;
const phases = 3;
/**
 * How many times longer a rightful call may take beside the flood. On two cores the flood's own sender takes nearly one of
 * them, so that a good part of this is the machine's and not the server's.
 */
const maxRatio = 6;
/** Below this nobody notices, whatever the ratio. */
const unnoticedMs = 25;

let placard: RunningPlacard;
let agent: Agent;
beforeAll(async () => {
  placard = await startPlacard({ PLACARD_DEMO: 'off', PLACARD_PROCESSES: '1', PLACARD_CALLS_PER_MINUTE: '1000000' });
  agent = new Agent({ keepAlive: true, maxSockets: 64 });
});
afterAll(async () => {
  agent?.destroy();
  await placard?.close();
});

type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

function send({ path, method = 'POST', headers = {}, body = '' }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${placard.managementUrl}${path}`, { method, agent, headers }, (answer) => {
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
  ['of the same account by form', (n) => grant(placard.clientId, `wrong-${n}`), 401],
  ['of the same account by Basic', (n) => basic(placard.clientId, `wrong-${n}`), 401],
  ['of an account that is none, each time another', (n) => grant(`nobody-${n}`, 'wrong'), 401],
];

/** Sends wrong ones at a steady rate, whatever becomes of them, until it is told to stop. */
function startFlood(wrong: (n: number) => Sent) {
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * wrongPerSecond) / 1000;
    for (; sent < due; sent += 1) {
      const one = send(wrong(sent)).then(({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1));
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

/** Ms of each rightful call. */
async function measure(): Promise<{ readonly token: number[]; readonly api: number[] }> {
  const [token, api]: [number[], number[]] = [[], []];
  const timed = async (times: number[], sent: Sent) => {
    const startedAt = performance.now();
    const { status, text } = await send(sent);
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

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

test.each(floods)(`${wrongPerSecond} wrong secrets a second %s do not slow others`, async (_whose, wrong, status) => {
  await measure();
  const quiet = { token: [] as number[], api: [] as number[] };
  const beside = { token: [] as number[], api: [] as number[] };
  // By turns, so that whatever else the machine does falls on both.
  for (let phase = 0; phase < phases; phase += 1) {
    const without = await measure();
    const stop = startFlood(wrong);
    const during = await measure();
    const { statuses, rate } = await stop();
    expect([...statuses.keys()]).toEqual([status]);
    console.info(`${Math.round(rate)} wrong ones a second`);
    for (const kind of ['token', 'api'] as const) {
      quiet[kind].push(...without[kind]);
      beside[kind].push(...during[kind]);
    }
  }
  for (const kind of ['token', 'api'] as const) {
    const [before, after] = [percentile(quiet[kind], 0.5), percentile(beside[kind], 0.5)];
    const late = [percentile(quiet[kind], 0.95), percentile(beside[kind], 0.95)].map((ms) => ms.toFixed(1));
    console.info(
      `${kind}: median ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside; 95 of 100 within ${late.join(' and ')} ms`,
    );
    expect(after, `${kind} calls beside the flood`).toBeLessThan(Math.max(unnoticedMs, before * maxRatio));
  }
});
