import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Decision } from '../../../core/decision/decision.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { DecisionWriter } from '../../../exchange/decisions/decision-writer.ts';
import { slotGroupByte } from '../../../platform/keys/decision-ids.ts';
import type { ShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { keyValues, sharedFacts } from './request-facts.ts';

/** Longest time in milliseconds until facts are written to a file. */
const sealMs = 250;
const frameBytes = 64 * 1024;
/** Largest size of a file, which also ends with its hour. */
const maxFileBytes = 16 * 1024 * 1024;

/**
 * Records the facts of every slot with an ad for open data, outside of requests and without waiting for the disk. Lost
 * facts, for example after a crash, are unknown in reports. Source: docs/decisions/0209-request-facts.md.
 */
export class FactLog {
  readonly #writer: Pick<DecisionWriter, 'append' | 'close' | 'failures'>;
  readonly #keys: Pick<ShopperKeys, 'keyOf'>;
  readonly #timer: NodeJS.Timeout;
  readonly #lines: string[] = [];
  #length = 0;
  #fromMs = 0;
  #fileBytes = 0;
  #fileEndsMs = 0;
  #failures = 0;

  /** @param keys of viewers */
  constructor(writer: Pick<DecisionWriter, 'append' | 'close' | 'failures'>, keys: Pick<ShopperKeys, 'keyOf'>) {
    this.#writer = writer;
    this.#keys = keys;
    this.#timer = setInterval(() => this.seal(), sealMs);
    this.#timer.unref();
  }

  /** Called after a decision, while the request can still be read. @param id ID of the decision, 16 bytes */
  note(request: AdRequest, { winners, nowMs }: Decision, id: Uint8Array): void {
    let shared: string | null = null;
    for (let index = 0; index < winners.length; index += 1) {
      const winner = winners[index];
      if (winner === null || winner === undefined) continue;
      shared ??= sharedFacts(request) + this.#viewerOf(request, nowMs);
      const own = request.slots[index]?.parameters ?? request.parameters;
      const values = keyValues(request.parameters, own);
      const { position, ad } = winner;
      this.#add(
        `{"id":"${idOf(id, index)}","slot":${index & 0xff},"atMs":${nowMs},"positionId":${position.row.id},` +
          `"bookingId":${ad.booking.id}${shared},"parameters":{${values}}}\n`,
        nowMs,
      );
    }
  }

  /** Passes the lines to the disk writer. */
  seal(): void {
    if (this.#lines.length === 0) return;
    const frame = Buffer.from(this.#lines.join(''));
    this.#lines.length = 0;
    this.#length = 0;
    const { failures } = this.#writer;
    const isNewFile =
      this.#fromMs >= this.#fileEndsMs || this.#fileBytes >= maxFileBytes || failures !== this.#failures;
    if (isNewFile) {
      this.#fileEndsMs = (Math.floor(this.#fromMs / hourMs) + 1) * hourMs;
      this.#fileBytes = 0;
      this.#failures = failures;
    }
    this.#fileBytes += frame.length;
    this.#writer.append(frame, { fromMs: this.#fromMs, isNewFile, failuresTold: this.#failures });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.seal();
    await this.#writer.close();
  }

  #viewerOf({ context }: AdRequest, nowMs: number): string {
    const viewer = context?.reachKey;
    return viewer === undefined ? '' : `,"viewerKey":"${this.#keys.keyOf(viewer, nowMs)}"`;
  }

  #add(line: string, nowMs: number): void {
    if (this.#lines.length === 0) this.#fromMs = nowMs;
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= frameBytes) this.seal();
  }
}

/** Returns the ID in the events of a slot: see `createEventTokens`. */
function idOf(id: Uint8Array, slotIndex: number): string {
  const bytes = Buffer.from(id.buffer, id.byteOffset, id.byteLength);
  if (slotIndex < 256) return bytes.toString('hex');
  const changed = Buffer.from(bytes);
  changed[slotGroupByte] = (changed[slotGroupByte] as number) ^ (slotIndex >>> 8);
  return changed.toString('hex');
}
