import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../process/wait-until.ts';

/** Activity of the simulated visitors, by event ID. */
export type Visits = {
  /** Events that were sent, regardless of the response. */
  readonly sent: ReadonlySet<string>;
  /** Events that were answered with 200. */
  readonly acknowledged: ReadonlySet<string>;
  readonly adRequests: () => number;
  readonly failedAdRequests: () => number;
};

export type Visitors = Visits & {
  /** Runs the work while all visitors pause, so that they do not affect measurements. */
  whilePaused<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Stops all visits. Resolves when no request is pending. */
  stop(): Promise<void>;
};

type Ad = { readonly tracker: string; readonly viewableImpressionCounter: string };

const requestLimitMs = 5_000;
/**
 * Pause in milliseconds after a refused connection. Otherwise, a stopped server would be called thousands of times per
 * second.
 */
const pauseAfterFailureMs = 20;
/**
 * Pause in milliseconds between two visits. A few hundred visits per second are sufficient load and leave a core for
 * the tested code.
 */
const pauseMs = 8;

/**
 * Starts visitors that request an ad, report its impression, often twice, and sometimes its viewable impression, until
 * they are stopped, also while the server is down. They record each request before sending it.
 */
export function startVisitors(options: {
  readonly deliveryUrl: string;
  readonly slotName: string;
  readonly count: number;
}): Visitors {
  const { deliveryUrl, slotName } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: options.count * 2 });
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let adRequests = 0;
  let failedAdRequests = 0;
  let stopped = false;
  let paused = false;
  let underWay = 0;

  async function report(address: string, kind: string): Promise<void> {
    const id = eventId(address, kind);
    sent.add(id);
    const { status } = await get(agent, deliveryUrl + new URL(address).pathname);
    if (status === 200) acknowledged.add(id);
  }

  async function visit(): Promise<void> {
    const answer = await get(agent, `${deliveryUrl}/json/sl${slotName}/?t=${Date.now()}`);
    adRequests += 1;
    const ad = answer.status === 200 ? (JSON.parse(answer.body) as Ad[])[0] : undefined;
    if (ad === undefined) {
      failedAdRequests += 1;
      return;
    }
    const reports = [report(ad.tracker, 'impression')];
    if (Math.random() < 0.5) reports.push(report(ad.tracker, 'impression'));
    if (Math.random() < 0.3) reports.push(report(ad.viewableImpressionCounter, 'viewable'));
    const outcomes = await Promise.allSettled(reports);
    if (outcomes.some(({ status }) => status === 'rejected')) await delay(pauseAfterFailureMs);
  }

  async function keepVisiting(): Promise<void> {
    while (!stopped) {
      if (!paused) {
        underWay += 1;
        await visit().catch(async () => {
          failedAdRequests += 1;
          await delay(pauseAfterFailureMs);
        });
        underWay -= 1;
      }
      await delay(pauseMs);
    }
  }

  const visiting = Promise.all(Array.from({ length: options.count }, keepVisiting));
  return {
    sent,
    acknowledged,
    adRequests: () => adRequests,
    failedAdRequests: () => failedAdRequests,
    async whilePaused(work) {
      paused = true;
      try {
        await waitUntil('the visits under way to end', () => underWay === 0);
        return await work();
      } finally {
        paused = false;
      }
    },
    async stop() {
      stopped = true;
      await visiting;
      agent.destroy();
    },
  };
}

/** Version of the token layout that this file can read. */
const tokenVersion = 2;

/**
 * Returns the ID in the journal: decision, slot and kind. The decision follows the version. A visit requests one slot.
 */
function eventId(address: string, kind: string): string {
  const token = Buffer.from(/\/II([\w-]+)/.exec(address)?.[1] ?? '', 'base64url');
  if (token[0] !== tokenVersion)
    throw new Error(`A token has version ${token[0]}, but test/support/attacks/visitors.ts reads ${tokenVersion}`);
  return `${token.toString('hex', 1, 17)}.0.${kind}`;
}

function get(agent: Agent, address: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(address, { agent, timeout: requestLimitMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
      response.on('close', () => reject(new Error('The response was aborted')));
    });
    call.on('timeout', () => call.destroy(new Error('No answer')));
    call.on('error', reject);
    call.end();
  });
}
