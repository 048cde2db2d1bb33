import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../process/wait-until.ts';

/** What visitors have done, by the ids under which events are counted. */
export type Visits = {
  /** Events whose request was sent, whatever came back. */
  readonly sent: ReadonlySet<string>;
  /** Events that were answered with 200. */
  readonly acknowledged: ReadonlySet<string>;
  readonly adRequests: () => number;
  readonly failedAdRequests: () => number;
};

export type Visitors = Visits & {
  /** Does the work while nobody visits: what is measured meanwhile is not these visitors. */
  whilePaused<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends all visits; resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

type Ad = { readonly tracker: string; readonly viewableImpressionCounter: string };

const requestLimitMs = 5_000;
/** After a refused connection; otherwise a server that is down would be asked thousands of times a second. */
const pauseAfterFailureMs = 20;
/** Between two visits: some hundred visits a second are load enough, and leave a core to what is tested. */
const pauseMs = 8;

/**
 * Visitors that ask for an ad, report its impression, often a second time, and sometimes that it was seen; until they
 * are stopped, also while the server is down. They note what they sent before they send it.
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

/** Version of the token whose layout this file knows. */
const tokenVersion = 2;

/** The id in the journal: decision, slot and kind. The decision stands after the version; a visit asks for one slot. */
function eventId(address: string, kind: string): string {
  const token = Buffer.from(/\/II([\w-]+)/.exec(address)?.[1] ?? '', 'base64url');
  if (token[0] !== tokenVersion)
    throw new Error(`A token of version ${token[0]}: test/support/attacks/visitors.ts reads ${tokenVersion}`);
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
      response.on('close', () => reject(new Error('The answer broke off')));
    });
    call.on('timeout', () => call.destroy(new Error('No answer')));
    call.on('error', reject);
    call.end();
  });
}
