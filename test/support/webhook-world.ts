import { expect } from 'vitest';
import { createWebhookDispatcher, type WebhookDispatcher } from '../../src/worker/webhooks/webhook-dispatcher.ts';
import { makeObject } from './make-objects.ts';
import { startTestManagement, type TestAnswer, type TestManagement } from './test-management.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

type Webhook = { readonly id: number; readonly secret: string };

/** A management with a clock that is turned by hand, a receiver on this machine, and a dispatcher between them. */
export class WebhookWorld {
  readonly management: TestManagement;
  receiver!: WebhookReceiver;
  dispatcher!: WebhookDispatcher;
  clockMs = 0;

  private constructor(start: (nowMs: () => number) => { readonly management: TestManagement }) {
    this.management = start(() => this.clockMs).management;
  }

  /** @param environment settings, as they stand in the environment */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<WebhookWorld> {
    let nowMs: () => number = Date.now;
    const management = await startTestManagement({ nowMs: () => nowMs(), environment });
    return new WebhookWorld((clock) => {
      nowMs = clock;
      return { management };
    });
  }

  /** Before each test. */
  async open(): Promise<void> {
    // Events have the machine's time; they are due from then on.
    this.clockMs = Date.now() + 1_000;
    this.receiver = await startWebhookReceiver();
    this.dispatcher = this.newDispatcher();
  }

  /** After each test: no webhook of one is told of another's events. */
  async shut(): Promise<void> {
    await this.dispatcher.close();
    await this.receiver.close();
    const { body } = await this.management.call('GET', '/webhooks');
    for (const { id } of body) {
      await this.management.call('DELETE', `/webhooks/${id}`, { headers: { 'if-match': '*' } });
    }
  }

  newDispatcher(privateTargets: readonly string[] = ['127.0.0.0/8']): WebhookDispatcher {
    const { database, services } = this.management;
    const { log, secret } = services;
    return createWebhookDispatcher({ database, log, secret, privateTargets, nowMs: () => this.clockMs });
  }

  async makeWebhook(fields: Record<string, unknown> = {}): Promise<Webhook> {
    const url = `${this.receiver.origin}/placard`;
    const made = await makeObject(this.management, 'webhooks', { url, eventTypes: ['booking.cancelled'], ...fields });
    return { id: made.id, secret: String(made['secret']) };
  }

  /** Sends everything that is due: no more than four are under way to one address, so it takes several passes. */
  async pass(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await this.dispatcher.pass();
      await this.dispatcher.settle();
    }
  }

  /** When a pause of so long is over, and what chance adds to it. */
  async passAfter(ms: number): Promise<void> {
    this.clockMs += ms * 1.11;
    await this.pass();
  }

  post(path: string, body?: unknown): Promise<TestAnswer> {
    return this.management.call('POST', path, body === undefined ? {} : { body });
  }

  /** An event of type booking.cancelled. */
  async cancelOne(): Promise<number> {
    const { id } = await makeObject(this.management, 'bookings');
    expect(await this.post(`/bookings/${id}/actions/cancel`)).toMatchObject({ status: 200 });
    return id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the body of an answer
  async deliveriesOf({ id }: { readonly id: number }, query = ''): Promise<any[]> {
    return (await this.management.call('GET', `/webhooks/${id}/deliveries?${query}`)).body;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the body of an answer
  async read({ id }: { readonly id: number }): Promise<any> {
    return (await this.management.call('GET', `/webhooks/${id}`)).body;
  }

  typesReceived(): string[] {
    return this.receiver.received.map(({ body }) => JSON.parse(body).type);
  }
}
