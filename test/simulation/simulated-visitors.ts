import { Agent } from 'node:http';
import { dayMs, hourMs, minuteMs } from '../../src/core/time/durations.ts';
import { rawRequest } from '../support/server/test-delivery.ts';
import type { SimulationMarket, SimulationPosition } from './market.ts';
import { Mulberry } from './random-numbers.ts';
import { type Kind, ReferenceCounts, type ShownAd } from './reference-counts.ts';

/** Event windows of the product: one hour after the ad for pages, thirty days for plays of screens. */
const pageWindowMs = hourMs;
const screenWindowMs = 30 * dayMs;

type Report = {
  readonly dueMs: number;
  /** URL path. Plays have their own time in addition. */
  readonly address: string;
  readonly playedAtMs: number | null;
  readonly shown: ShownAd;
  readonly position: SimulationPosition;
  readonly kind: Kind;
  readonly agent: 'person' | 'bot';
  /** 0 to 1. Determines the order among reports due at the same time, and the process that receives the report. */
  readonly order: number;
};

/** Current address of a delivery process. */
export type Server = { readonly base: string };

const agents = {
  person: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  bot: 'Googlebot/2.1',
};

/**
 * Simulated visitors of a market. They request ads and report events immediately, late, too late, repeatedly, to
 * another process or out of order. Screens play offline and report days later. Crawlers report as well. Failed reports
 * are repeated until they are acknowledged, as by a client.
 */
export class SimulatedVisitors {
  readonly reference: ReferenceCounts;
  readonly #market: SimulationMarket;
  readonly #random: Mulberry;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #due: Report[] = [];
  /** Number of reports that must not count, by reason. */
  readonly apart = { bot: 0, expired: 0 };
  requests = 0;
  failures = 0;

  constructor(market: SimulationMarket, random: Mulberry) {
    this.#market = market;
    this.#random = random;
    this.reference = new ReferenceCounts(market);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Performs all actions of the visitors at this time. Resolves when all of them are acknowledged. */
  async act(nowMs: number, newVisits: number, servers: () => readonly Server[]): Promise<void> {
    // Each visit has its own random numbers, so that they do not depend on the order of responses.
    const visits = Array.from({ length: newVisits }, () => new Mulberry(this.#random.upTo(2 ** 31)));
    await Promise.all(visits.map((random) => this.#visit(nowMs, random, servers)));
    const due = this.#due.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.order - b.order);
    this.#due = this.#due.filter(({ dueMs }) => dueMs > nowMs);
    const lanes = 6;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let index = lane; index < due.length; index += lanes)
          await this.#report(due[index] as Report, nowMs, servers);
      }),
    );
  }

  async #visit(nowMs: number, random: Mulberry, servers: () => readonly Server[]): Promise<void> {
    const position = random.oneOf(this.#market.positions);
    const asking = { agent: 'person', order: random.next() } as const;
    const { body } = await this.#send(servers, `/json/sl${position.slotName}`, asking);
    const [ad] = JSON.parse(body) as Readonly<Record<string, string>>[];
    if (ad === undefined) throw new Error(`No ad at ${position.slotName}: ${body}`);
    const shown = {
      bookingId: Number(ad['adspaceId']),
      creativeId: Number(ad['libId']),
      positionId: position.positionId,
      decidedAtMs: nowMs,
    };
    this.#plan(ad, shown, position, nowMs, random);
  }

  /** Schedules the reports of an ad. */
  #plan(
    ad: Readonly<Record<string, string>>,
    shown: ShownAd,
    position: SimulationPosition,
    nowMs: number,
    random: Mulberry,
  ): void {
    const agent: Report['agent'] = random.happens(0.04) ? 'bot' : 'person';
    const tell = (kind: Kind, address: string | undefined, inMs: number, playedAtMs: number | null = null) => {
      const path = new URL(String(address)).pathname;
      const report = {
        dueMs: nowMs + inMs,
        address: path,
        playedAtMs,
        shown,
        position,
        kind,
        agent,
        order: random.next(),
      };
      this.#due.push(report);
      // Repeated by a client that received no response: minutes later, or the next day.
      while (random.happens(0.25)) {
        const laterMs = random.happens(0.9) ? random.upTo(50) * minuteMs : dayMs + random.upTo(600) * minuteMs;
        this.#due.push({ ...report, dueMs: report.dueMs + laterMs, order: random.next() });
      }
    };
    if (position.isScreen) {
      // Played on time and reported when the screen is online again: mostly within the day, sometimes weeks later, and
      // sometimes after the window.
      const playedAtMs = nowMs + random.upTo(6 * 60) * minuteMs;
      const backMs = random.happens(0.9) ? random.upTo(36) * hourMs : random.upTo(31 * 24) * hourMs;
      tell('impression', ad['tracker'], playedAtMs - nowMs + backMs, playedAtMs);
      return;
    }
    const lateMs = random.happens(0.85) ? 0 : random.upTo(75) * minuteMs;
    tell('impression', ad['tracker'], lateMs);
    if (random.happens(0.5)) tell('viewable', ad['viewableImpressionCounter'], lateMs + random.upTo(10) * minuteMs);
    if (random.happens(0.1)) tell('click', ad['url'], lateMs + random.upTo(20) * minuteMs);
  }

  async #report(report: Report, nowMs: number, servers: () => readonly Server[]): Promise<void> {
    const { address, playedAtMs, shown, kind, agent, position, order } = report;
    if (playedAtMs === null) await this.#send(servers, address, { agent, order });
    else
      await this.#send(servers, '/v1/plays', {
        agent,
        order,
        play: { url: `http://ads.example${address}`, at: playedAtMs },
      });
    const isExpired = nowMs - shown.decidedAtMs > (position.isScreen ? screenWindowMs : pageWindowMs);
    if (isExpired) this.apart.expired += 1;
    else if (agent === 'bot') this.apart.bot += 1;
    else this.reference.note(address, shown, kind, playedAtMs ?? nowMs);
  }

  /** Repeats the request until any process answers it. */
  async #send(
    servers: () => readonly Server[],
    path: string,
    {
      agent,
      order,
      play,
    }: Pick<Report, 'agent' | 'order'> & { readonly play?: { readonly url: string; readonly at: number } },
  ): Promise<{ readonly body: string }> {
    const server = Math.floor(order * 1_000);
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const all = servers();
      const { base } = all[(server + attempt) % all.length] as Server;
      this.requests += 1;
      const answer = await rawRequest(base, path, {
        agent: this.#agent,
        headers: { 'user-agent': agents[agent] },
        ...(play === undefined ? {} : { method: 'POST', body: JSON.stringify({ plays: [play] }) }),
      }).catch(() => null);
      if (answer !== null && answer.status < 400) return answer;
      if (answer !== null && answer.status < 500) throw new Error(`${path} returned ${answer.status}: ${answer.body}`);
      this.failures += 1;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`No response for ${path}`);
  }
}
