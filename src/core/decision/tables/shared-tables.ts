import type { LocalClock } from '../../time/local-time.ts';
import { levelCount } from './levels.ts';
import { type MemberArena, wordsPerTest } from './member-arena.ts';
import type { ArenaRange } from './range-allocator.ts';
import type { Tier } from './tier.ts';

/**
 * Tables of groups for one hour in memory that several threads use. They are those of groups whose lists are unchanged
 * since the image of the snapshot, so they are equal in every thread. One thread builds a table, and the others use it.
 * It is not changed afterwards. Source: docs/decisions/0200-shared-draw-tables.md.
 */
export type SharedTables = {
  /** Hours since the epoch. */
  readonly hour: number;
  /** Arena of the tables, and of tables that only one thread uses. */
  readonly arena: Pick<MemberArena, 'tests' | 'weights' | 'orders' | 'members'>;
  /** Number of threads that opened them before this one. */
  readonly joinedAs: number;
  /** Reserves slots that no other thread uses. null: there are too few. */
  readonly reserve: (capacity: number) => number | null;
  /** Returns the table of a group; null: it is not built, or for another clock. */
  readonly find: (key: SharedTableKey) => SharedTable | null;
  /** Reports whether this thread is the one that builds the table of a group, and then publishes it. */
  readonly claim: (key: SharedTableKey) => boolean;
  readonly publish: (key: SharedTableKey, table: SharedTable) => void;
};

export type SharedTableKey = {
  readonly groupIndex: number;
  readonly tier: Tier;
  /** As in `GroupTable`. */
  readonly clock: LocalClock | null;
};

/** A table of a group without what belongs to a thread. */
export type SharedTable = {
  readonly range: ArenaRange;
  readonly size: number;
  readonly levelStarts: Uint32Array;
};

/** Number of groups and of expected members of a snapshot. */
export type SharedTablesSize = { readonly groups: number; readonly members: number };

/** Words at the start: hour, groups, capacity, number of used slots, number of threads. */
const header = { hour: 0, groups: 1, capacity: 2, used: 3, threads: 4 } as const;
const headerWords = 16;
/** States of a table. */
const [unclaimed, claimed, published] = [0, 1, 2];
/** Longest name of a time zone in characters. */
const zoneCharacters = 36;
/** Words of a table: state; range; size; length and characters of the time zone; starts of levels. */
const words = { state: 0, first: 1, capacity: 2, size: 3, zoneLength: 4, zone: 5, levelStarts: 5 + zoneCharacters / 4 };
const wordsPerTable = words.levelStarts + levelCount + 1;
const tiersOfGroup = 2;
const bytesPerWord = 4;
/** Slots per expected member. The unused ones take no memory. */
const slotsPerMember = 2;
const leastSlots = 64;

/** Creates the memory of the tables of one hour. */
export function createSharedTables(hour: number, { groups, members }: SharedTablesSize): SharedArrayBuffer {
  const capacity = Math.max(leastSlots, members * slotsPerMember);
  const buffer = new SharedArrayBuffer(offsetsOf(groups, capacity).end);
  const head = new Uint32Array(buffer, 0, headerWords);
  head[header.hour] = hour;
  head[header.groups] = groups;
  head[header.capacity] = capacity;
  return buffer;
}

export function openSharedTables(buffer: SharedArrayBuffer): SharedTables {
  const head = new Uint32Array(buffer, 0, headerWords);
  const [hour, groups, capacity] = [head[header.hour], head[header.groups], head[header.capacity]] as [
    number,
    number,
    number,
  ];
  const offsets = offsetsOf(groups, capacity);
  const directory = new Uint32Array(buffer, offsets.directory, groups * tiersOfGroup * wordsPerTable);
  const tests = new Uint32Array(buffer, offsets.tests, capacity * wordsPerTest);
  const arena = {
    tests,
    weights: new Float64Array(buffer, offsets.tests, (capacity * wordsPerTest) / 2),
    orders: new Uint32Array(buffer, offsets.orders, capacity),
    members: new Uint32Array(buffer, offsets.members, capacity),
  };
  /** Offset of a table; null: the group was added after the image. */
  const tableAt = ({ groupIndex, tier }: SharedTableKey): number | null =>
    groupIndex < groups ? (groupIndex * tiersOfGroup + (tier === 'fill' ? 1 : 0)) * wordsPerTable : null;

  return {
    hour,
    arena,
    joinedAs: Atomics.add(head, header.threads, 1),
    reserve(capacityOfRange) {
      const first = Atomics.add(head, header.used, capacityOfRange);
      return first + capacityOfRange <= capacity ? first : null;
    },
    find(key) {
      const at = tableAt(key);
      if (at === null || Atomics.load(directory, at + words.state) !== published) return null;
      if (readZone(directory, at) !== zoneOf(key)) return null;
      const levelsAt = at + words.levelStarts;
      return {
        range: {
          first: directory[at + words.first] as number,
          capacity: directory[at + words.capacity] as number,
        },
        size: directory[at + words.size] as number,
        levelStarts: directory.slice(levelsAt, levelsAt + levelCount + 1),
      };
    },
    claim(key) {
      const at = tableAt(key);
      return (
        at !== null &&
        zoneOf(key).length <= zoneCharacters &&
        Atomics.compareExchange(directory, at + words.state, unclaimed, claimed) === unclaimed
      );
    },
    publish(key, { range, size, levelStarts }) {
      const at = tableAt(key) as number;
      directory[at + words.first] = range.first;
      directory[at + words.capacity] = range.capacity;
      directory[at + words.size] = size;
      writeZone(directory, at, zoneOf(key));
      directory.set(levelStarts, at + words.levelStarts);
      // After all other words, for threads that read the state first.
      Atomics.store(directory, at + words.state, published);
    },
  };
}

function offsetsOf(groups: number, capacity: number) {
  const directory = headerWords * bytesPerWord;
  const tests = alignedToLine(directory + groups * tiersOfGroup * wordsPerTable * bytesPerWord);
  const orders = tests + capacity * wordsPerTest * bytesPerWord;
  const members = orders + capacity * bytesPerWord;
  return { directory, tests, orders, members, end: members + capacity * bytesPerWord };
}

const lineBytes = 64;

/** Entries do not cross a cache line. */
function alignedToLine(offset: number): number {
  return Math.ceil(offset / lineBytes) * lineBytes;
}

/** Empty: any clock. */
function zoneOf({ clock }: SharedTableKey): string {
  return clock?.timeZone ?? '';
}

function writeZone(directory: Uint32Array, at: number, zone: string): void {
  directory[at + words.zoneLength] = zone.length;
  const bytes = zoneBytes(directory, at);
  for (let index = 0; index < zone.length; index += 1) bytes[index] = zone.charCodeAt(index);
}

function readZone(directory: Uint32Array, at: number): string {
  const bytes = zoneBytes(directory, at);
  return String.fromCharCode(...bytes.subarray(0, directory[at + words.zoneLength] as number));
}

function zoneBytes(directory: Uint32Array, at: number): Uint8Array {
  return new Uint8Array(directory.buffer, directory.byteOffset + (at + words.zone) * bytesPerWord, zoneCharacters);
}
