/*
 * Records decisions so that they can be explained and counted later.
 *
 * - `decision-log.ts`: one log per process. Requests write it to memory, and it is flushed to disk outside requests.
 * - `rate-limit.ts`, `request-quota.ts`, `look-budget.ts`: limits of the recorded requests per second.
 * - `counts-before.ts`: the counts that a decision used. `term-numbers.ts`, `file-numbers.ts`: numbers for names.
 *
 * The file format is in `exchange/decisions`. See docs/decisions/0085-recorded-decisions.md.
 */

import { randomBytes } from 'node:crypto';
import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { Decision } from '../../../core/decision/decision.ts';
import { missingParts, type RecordedViewer } from '../../../core/decision/explain/recorded-request.ts';
import type { RequestReading } from '../../../core/decision/rules/rule.ts';
import { createMembersAt, type PoolMembers } from '../../../core/decision/tables/pool-members.ts';
import type { DeliveryState } from '../../../core/pacing/delivery-state.ts';
import { knownSubjects } from '../../../core/pacing/frequency-cap.ts';
import {
  isSameRotation,
  noRotations,
  type PlannedRotations,
  packRotation,
} from '../../../core/rotation/planned-rotation.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { emptyFacts, type RequestFacts, readFacts, withSlotParameters } from '../../../core/targeting/request-facts.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import {
  DecisionEncoder,
  type NumberedFacts,
  type NumberedSlot,
} from '../../../exchange/decisions/decision-encoder.ts';
import type { DecisionWriter } from '../../../exchange/decisions/decision-writer.ts';
import type { TraceableRequest } from '../../endpoints/debug/note-decision.ts';
import { addClaimValues, bucketsAt, claimCountOf, viewerCounts } from './counts-before.ts';
import { FileNumbers } from './file-numbers.ts';
import { LookBudget, lookCosts } from './look-budget.ts';
import { createRateLimit } from './rate-limit.ts';
import { RequestQuota } from './request-quota.ts';
import { TermNumbers } from './term-numbers.ts';

/** Most decisions per second that are recorded with their ID. Above that, a sample is. */
const keptPerSecond = 200;
/** Longest time in milliseconds until a decision is written to a file. */
const sealMs = 250;
/** Largest size of a file, which also ends with its hour. A search reads one or two files. */
const maxFileBytes = 4 * 1024 * 1024;

export type DecisionLogOptions = {
  readonly writer: Pick<DecisionWriter, 'append' | 'close' | 'continues' | 'failures' | 'lostFromMs'>;
  readonly processId: string;
  readonly now: () => number;
};

/**
 * Decision log of one delivery process. For every request, unless there are thousands per second, it records the input
 * of funnels. For decisions with an ID, it also records the input of a replay. Requests write to memory, and the
 * records are flushed to disk outside requests. Source: docs/decisions/0085-recorded-decisions.md.
 */
export class DecisionLog {
  readonly #options: DecisionLogOptions;
  readonly #encoder = new DecisionEncoder();
  readonly #membersAt = createMembersAt();
  readonly #budget = new LookBudget();
  readonly #mayKeep = createRateLimit(keptPerSecond);
  readonly #quota = new RequestQuota();
  readonly #run = randomBytes(6).toString('hex');
  readonly #runStartMs: number;
  readonly #timer: NodeJS.Timeout;
  /** Bookings that are stopped, with their index in `stops`, as recorded in the file. */
  readonly #stopped = new Map<number, number>();
  /** Weights of optimized rotations, as recorded in the file. */
  #rotations: PlannedRotations = noRotations;
  #numbers: FileNumbers | null = null;
  #terms = new TermNumbers();
  /** Failures of the writer when the file was started. */
  #failures = 0;
  #isNewFile = true;
  #fileBytes = 0;
  #fileEndsMs = 0;
  #frameFromMs = 0;
  #revision = -1;
  // State of the current request. Decisions are synchronous.
  #isKept = false;
  #state: DeliveryState | null = null;
  #positions: (SnapshotPosition | null)[] = [];
  #members: PoolMembers[] = [];
  #claims: number[] = [];
  #viewer: RecordedViewer | null = null;
  #missing = 0;

  constructor(options: DecisionLogOptions) {
    this.#options = options;
    this.#runStartMs = options.now();
    this.#timer = setInterval(() => this.seal(), sealMs);
    this.#timer.unref();
  }

  /** Called before a decision. Records its input and the state that it changes. */
  prepare(snapshot: Snapshot, request: TraceableRequest, state: DeliveryState, atMs: number): void {
    const { slots } = request;
    this.#isKept = this.#mayKeep(atMs);
    this.#state = state;
    this.#viewer = null;
    this.#missing = 0;
    this.#positions.length = 0;
    this.#members.length = 0;
    this.#claims.length = 0;
    if (!this.#quota.takes(atMs) && !this.#isKept) {
      this.#quota.leaveOut(atMs);
      return;
    }
    this.#budget.begin(atMs);
    for (let index = 0; index < slots.length; index += 1) {
      const slotName = slots[index]?.slotName ?? '';
      const isFurther = slots[index]?.isFurther === true;
      const isRepeated = !isFurther && index > 0 && slots.findIndex((slot) => slot.slotName === slotName) < index;
      const position = isRepeated ? null : (snapshot.positionBySlotName.get(slotName) ?? null);
      this.#positions.push(position);
      if (position === null || isFurther) continue;
      const members = this.#membersAt(snapshot, position, atMs);
      this.#members.push(members);
      if (members.capped.length > 0) {
        this.#viewer ??= { known: knownSubjects(request.context), counts: [] };
        const looks = this.#viewer.known.length === 0 ? 0 : members.capped.length;
        if (this.#budget.grants(looks, lookCosts.capped)) {
          const moment = { caps: state.caps, nowMs: atMs, local: position.clock.momentAt(atMs) };
          this.#viewer = viewerCounts(this.#viewer, members.capped, request, moment);
        } else this.#missing |= missingParts.caps;
      }
      if (!this.#isKept) continue;
      if (this.#budget.grants(claimCountOf(members), lookCosts.claim)) addClaimValues(this.#claims, members, state);
      else this.#missing |= missingParts.claims;
    }
    const buckets = bucketsAt(snapshot, this.#positions, request, state);
    if (buckets !== null) {
      this.#viewer = { ...(this.#viewer ?? { known: knownSubjects(request.context), counts: [] }), buckets };
    }
  }

  /** Called after a decision. @param id ID of the decision, 16 bytes */
  note(
    snapshot: Snapshot,
    request: TraceableRequest,
    decided: Decision,
    reading: RequestReading,
    id: Uint8Array,
  ): void {
    const atMs = decided.nowMs;
    if (this.#members.length === 0) return;
    const numbers = this.#ready(snapshot, atMs);
    const { targeting } = snapshot;
    const facts =
      reading.ofAll ??
      (targeting.fieldNames.length + targeting.texts.length + targeting.geoAreas.length > 0
        ? readFacts(targeting, request)
        : null);
    const common = facts === null ? noFacts : numbers.facts(facts, consentOf(facts, numbers), this.#budget, atMs);
    const terms = request.terms === undefined ? 0 : this.#termsOf(request.terms, atMs);
    const slots: NumberedSlot[] = [];
    for (let index = 0; index < this.#positions.length; index += 1) {
      const position = this.#positions[index] ?? null;
      const winner = decided.winners[index] ?? null;
      const parameters = request.slots[index]?.parameters;
      slots.push({
        position: position === null ? 0 : numbers.position(position, atMs),
        isFurther: request.slots[index]?.isFurther === true,
        ownFacts:
          parameters === undefined || parameters.size === 0
            ? null
            : numbers.facts(withSlotParameters(targeting, emptyFacts, parameters), undefined, this.#budget, atMs),
        winner: winner === null ? 0 : numbers.winner(winner, atMs),
      });
    }
    this.#encoder.request({
      atMs,
      id: this.#isKept ? id : null,
      facts: {
        ...common,
        missing: (common.missing ?? 0) | this.#missing,
        maxPerBrand: request.maxPerBrand ?? 0,
      },
      slots,
      viewer: this.#viewer,
      terms,
      claims: this.#claims,
    });
    if (this.#encoder.isFull) this.seal();
  }

  /** 0: unknown which ads the terms reject. */
  #termsOf(terms: AdTerms, atMs: number): number {
    const number = this.#terms.of(terms, this.#members, this.#budget, (each, sameAs) =>
      this.#encoder.defineTerms(each, sameAs, atMs),
    );
    if (number === null) this.#missing |= missingParts.terms;
    return number ?? 0;
  }

  /** Records that a booking is stopped or runs. @param stop index in `stops` */
  noteStop(bookingId: number, stop: number): void {
    if ((this.#stopped.get(bookingId) ?? 0) === stop) return;
    if (stop === 0) this.#stopped.delete(bookingId);
    else this.#stopped.set(bookingId, stop);
    if (this.#numbers !== null) this.#encoder.stop(bookingId, stop, this.#mark(this.#options.now()));
  }

  /** Records the weights of optimized rotations that differ from the previous ones. */
  noteRotations(rotations: PlannedRotations): void {
    const before = this.#rotations;
    this.#rotations = rotations;
    if (this.#numbers !== null) this.#recordRotations(before, this.#options.now());
  }

  #recordRotations(before: PlannedRotations, atMs: number): void {
    const planned = [...this.#rotations.values()].filter((each) => !isSameRotation(each, before.get(each.bookingId)));
    const ended = [...before.keys()].filter((bookingId) => !this.#rotations.has(bookingId));
    if (planned.length + ended.length === 0) return;
    this.#encoder.note({ note: 'rotations', planned: planned.map(packRotation), ended }, this.#mark(atMs));
  }

  /** Passes the records to the disk writer. */
  seal(): void {
    if (this.#encoder.isEmpty) return;
    const frame = this.#encoder.take();
    this.#fileBytes += frame.length;
    this.#options.writer.append(frame, {
      fromMs: this.#frameFromMs,
      isNewFile: this.#isNewFile,
      failuresTold: this.#failures,
    });
    this.#isNewFile = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const atMs = this.#options.now();
    if (this.#numbers !== null) {
      this.#tellLeftOut(atMs);
      this.#encoder.note({ note: 'end', atMs }, this.#mark(atMs));
    }
    this.seal();
    await this.#options.writer.close();
  }

  /** Returns the numbers of the current file, after recording the revision. */
  #ready(snapshot: Snapshot, atMs: number): FileNumbers {
    const { failures } = this.#options.writer;
    let numbers = this.#numbers;
    const isOver = atMs >= this.#fileEndsMs || this.#fileBytes >= maxFileBytes || failures !== this.#failures;
    if (numbers === null || isOver || numbers.index !== snapshot.targeting) {
      numbers = this.#startFile(snapshot, atMs);
    }
    this.#mark(atMs);
    if (snapshot.revision !== this.#revision) this.#follow(snapshot, atMs);
    if (this.#quota.isOver) this.#tellLeftOut(atMs);
    return numbers;
  }

  #startFile(snapshot: Snapshot, atMs: number): FileNumbers {
    this.seal();
    const { processId, writer } = this.#options;
    const continues = writer.continues || this.#numbers !== null;
    this.#isNewFile = true;
    this.#fileBytes = 0;
    this.#fileEndsMs = (Math.floor(atMs / hourMs) + 1) * hourMs;
    this.#mark(atMs);
    this.#encoder.begin({ note: 'file', processId, run: this.#run, runStartMs: this.#runStartMs, continues }, atMs);
    this.#failures = writer.failures;
    if (writer.lostFromMs !== null) this.#encoder.note({ note: 'gap', fromMs: writer.lostFromMs, toMs: atMs }, atMs);
    for (const [id, stop] of this.#stopped) this.#encoder.stop(id, stop, atMs);
    this.#recordRotations(noRotations, atMs);
    this.#numbers = new FileNumbers(this.#encoder, snapshot.targeting);
    this.#terms = new TermNumbers();
    this.#revision = -1;
    return this.#numbers;
  }

  #tellLeftOut(atMs: number): void {
    const left = this.#quota.takeLeftOut();
    if (left !== null) this.#encoder.note({ note: 'gap', ...left }, this.#mark(atMs));
  }

  /** Assumes that bookings with changed delivery run again. */
  #follow(snapshot: Snapshot, atMs: number): void {
    this.#revision = snapshot.revision;
    this.#encoder.revision(snapshot.revision, atMs);
    for (const id of this.#stopped.keys()) {
      const bookingIndex = snapshot.bookingById.get(id as BookingId)?.bookingIndex;
      this.noteStop(id, bookingIndex === undefined ? 0 : (this.#state?.stopped[bookingIndex] ?? 0));
    }
  }

  #mark(atMs: number): number {
    if (this.#encoder.isEmpty) this.#frameFromMs = atMs;
    return atMs;
  }
}

const noFacts: NumberedFacts = { things: [], consent: 0 };

/** Read only if a targeting tree requires it, because it is slow. */
function consentOf({ sent }: RequestFacts, { index }: FileNumbers) {
  return index.segmentField !== -1 || index.fieldOfFact.has('consent') ? sent.context.consent : undefined;
}
