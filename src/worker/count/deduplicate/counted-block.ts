import { decisionsPerRange } from '../../../platform/keys/decision-ids.ts';
import { compareHours, type LocalHour } from '../sums/calendar.ts';

/** Members above which a block uses an array, which is faster than a map and takes 8 KiB. */
const maxMapMembers = 128;
const notCounted = 0;

/** Result of recording an event. */
export type CountOutcome =
  /** Not counted before. */
  | 'fresh'
  /** Counted before, in the same hour or an earlier one. */
  | 'repeated'
  /** Was counted in this later hour. */
  | LocalHour;

/** Counted events of a local hour. */
export type ChangedMembers = {
  readonly at: LocalHour;
  /** Sorted; none if the row must be deleted. */
  readonly members: readonly number[];
  readonly expiresAtMs: number;
  readonly isStored: boolean;
};

/**
 * Counted events of one kind of the decisions of a range, each with the local hour under which it is in the sums.
 * Several reports of one event count at the earliest one, so that sums do not depend on the order of journals. Source:
 * docs/decisions/0094-first-occurrence-counts.md.
 */
export class CountedBlock {
  /** Local hours of its events. The state of a member is the index of its hour plus one. */
  readonly #hours: LocalHour[] = [];
  /** Epoch ms after which the events of each local hour no longer count. */
  readonly #expiresAtMs: number[] = [];
  readonly #changed = new Set<number>();
  #states: Map<number, number> | Uint16Array = new Map<number, number>();
  #stored: ReadonlySet<LocalHour> = new Set();

  /** Adds events of a stored row. */
  load(at: LocalHour, members: readonly number[], expiresAtMs: number): void {
    this.#stored = new Set([...this.#stored, at]);
    const state = this.#stateOf(at, expiresAtMs);
    for (const member of members) this.#set(member, state);
  }

  /**
   * Records an event that happened in this local hour.
   * @param member number of the decision in the range
   * @param expiresAtMs epoch ms after which the event no longer counts
   */
  record(member: number, at: LocalHour, expiresAtMs: number): CountOutcome {
    const before = this.#get(member);
    const counted = before === notCounted ? null : (this.#hours[before - 1] as LocalHour);
    if (counted !== null && (counted === at || compareHours(counted, at) <= 0)) return 'repeated';
    const state = this.#stateOf(at, expiresAtMs);
    this.#set(member, state);
    this.#changed.add(state);
    if (counted === null) return 'fresh';
    this.#changed.add(before);
    return counted;
  }

  /** Returns the local hours whose events have changed. */
  changes(): readonly ChangedMembers[] {
    if (this.#changed.size === 0) return [];
    return [...this.#changed].map((state) => {
      const found = this.#membersOf(state);
      const at = this.#hours[state - 1] as LocalHour;
      const expiresAtMs = this.#expiresAtMs[state - 1] as number;
      return { at, members: found, expiresAtMs, isStored: this.#stored.has(at) };
    });
  }

  #stateOf(at: LocalHour, expiresAtMs: number): number {
    const known = this.#hours.indexOf(at);
    const index = known === -1 ? this.#hours.push(at) - 1 : known;
    this.#expiresAtMs[index] = Math.max(this.#expiresAtMs[index] ?? 0, expiresAtMs);
    return index + 1;
  }

  #get(member: number): number {
    const states = this.#states;
    return (states instanceof Uint16Array ? states[member] : states.get(member)) ?? notCounted;
  }

  #set(member: number, state: number): void {
    const states = this.#states;
    if (states instanceof Uint16Array) states[member] = state;
    else if (states.size < maxMapMembers) states.set(member, state);
    else {
      const all = new Uint16Array(decisionsPerRange);
      for (const [one, its] of states) all[one] = its;
      all[member] = state;
      this.#states = all;
    }
  }

  /** Returns the sorted members with a state. */
  #membersOf(wanted: number): number[] {
    const states = this.#states;
    const members: number[] = [];
    if (states instanceof Uint16Array) {
      for (let member = 0; member < states.length; member += 1) if (states[member] === wanted) members.push(member);
      return members;
    }
    for (const [member, state] of states) if (state === wanted) members.push(member);
    return members.sort((one, other) => one - other);
  }
}
