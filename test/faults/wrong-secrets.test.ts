import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPlacard, startPlacard } from '../support/running-placard.ts';

const wrongPerSecond = 1_000;
/** The flood comes in bursts of so many ms, which is harder than a steady stream. */
const burstMs = 20;
/** Rightful calls of each kind in one phase, one after another. */
const callsPerPhase = 20;
const phases = 3;
/** Of the flood, under way at the same time: who floods has no more connections than that. */
const maxUnderWay = 64;
/**
 * How many times longer a rightful call may take beside the flood than beside as many calls that the server refuses for nothing:
 * a machine that is busy, not least with sending the flood, slows both alike. What a wrong secret cost before decision 0049 was
 * ten times that of another refusal.
 */
const maxRatio = 3;
/** Below this nobody notices, whatever the ratio. */
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
  ['of the same account by form', (n) => grant(placard.clientId, `wrong-${n}`), 401],
  ['of the same account by Basic', (n) => basic(placard.clientId, `wrong-${n}`), 401],
  ['of an account that is none, each time another', (n) => grant(`nobody-${n}`, 'wrong'), 401],
];

/** Sends wrong ones at that rate, or as many as can be under way, until it is told to stop. */
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

/** Ms of each rightful call. */
async function measure(): Promise<Times> {
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

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

type Times = { readonly token: number[]; readonly api: number[] };

/** Rightful calls beside a flood, and what the flood was answered. */
async function measureBeside(wrong: (n: number) => Sent, status: number, times: Times): Promise<number> {
  const stop = startFlood(wrong);
  const during = await measure();
  const { statuses, rate } = await stop();
  expect([...statuses.keys()]).toEqual([status]);
  for (const kind of ['token', 'api'] as const) times[kind].push(...during[kind]);
  return Math.round(rate);
}

test.each(floods)(`${wrongPerSecond} wrong secrets a second %s do not slow others`, async (_whose, wrong, status) => {
  await measure();
  const quiet: Times = { token: [], api: [] };
  const plain: Times = { token: [], api: [] };
  const beside: Times = { token: [], api: [] };
  const rates: number[] = [];
  // By turns, so that whatever else the machine does falls on all.
  for (let phase = 0; phase < phases; phase += 1) {
    const alone = await measure();
    for (const kind of ['token', 'api'] as const) quiet[kind].push(...alone[kind]);
    rates.push(await measureBeside(() => ({ path: '/oauth2/token', method: 'GET' }), 405, plain));
    rates.push(await measureBeside(wrong, status, beside));
  }
  console.info(`calls a second, by turns refused for nothing and for a wrong secret: ${rates.join(', ')}`);
  for (const kind of ['token', 'api'] as const) {
    const [alone, before, after] = [quiet, plain, beside].map((times) => percentile(times[kind], 0.5)) as [
      number,
      number,
      number,
    ];
    console.info(
      `${kind}: median ${alone.toFixed(1)} ms alone, ${before.toFixed(1)} beside other refusals, ${after.toFixed(1)} beside wrong secrets`,
    );
    expect(after, `${kind} calls beside the flood`).toBeLessThan(Math.max(unnoticedMs, before * maxRatio));
  }
});
