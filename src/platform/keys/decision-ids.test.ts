import { expect, test } from 'vitest';
import { createDecisionIds, createSequenceReader, decisionsPerRange, slotGroupByte } from './decision-ids.ts';

const key = Buffer.alloc(32, 3);
const read = createSequenceReader(key);

function positionOf(id: Uint8Array) {
  const position = { rangeId: -1, member: -1 };
  expect(read(`${Buffer.from(id).toString('hex')}.0.impression`, position)).toBe(true);
  return position;
}

test('decision IDs of a process are unique and have consecutive sequence numbers', () => {
  const ids = createDecisionIds(key);
  const made = Array.from({ length: decisionsPerRange + 3 }, () => Uint8Array.from(ids.next()));
  expect(new Set(made.map((id) => Buffer.from(id).toString('hex'))).size).toBe(made.length);
  const positions = made.map(positionOf);
  expect(positions.map(({ member }) => member)).toEqual([...Array.from({ length: decisionsPerRange }).keys(), 0, 1, 2]);
  const [first = 0, last = 0] = [positions[0]?.rangeId, positions.at(-1)?.rangeId];
  expect(new Set(positions.map(({ rangeId }) => rangeId))).toEqual(new Set([first, first + 1]));
  expect(last).toBe(first + 1);
  expect(Number.isSafeInteger(first)).toBe(true);
});

test('two processes have different ranges', () => {
  const ranges = Array.from({ length: 200 }, () => positionOf(createDecisionIds(key).next()).rangeId);
  expect(new Set(ranges).size).toBe(ranges.length);
});

test('an ID starts with the given seed, and its sequence number is that of its process', () => {
  const ids = createDecisionIds(key);
  const before = positionOf(ids.next());
  const seed = Uint8Array.from({ length: 16 }, (_, index) => index + 1);
  const id = ids.next(seed);
  expect(id.subarray(0, 8)).toEqual(Buffer.from(seed.subarray(0, 8)));
  expect(positionOf(id)).toEqual({ rangeId: before.rangeId, member: before.member + 1 });
});

test('slots of further groups have their own range and the same number in it', () => {
  const id = Uint8Array.from(createDecisionIds(key).next());
  const other = Uint8Array.from(id);
  other[slotGroupByte] = (other[slotGroupByte] as number) ^ 1;
  expect(positionOf(other).member).toBe(positionOf(id).member);
  expect(positionOf(other).rangeId).not.toBe(positionOf(id).rangeId);
  const runOf = (one: Uint8Array) => Math.floor(positionOf(one).rangeId / decisionsPerRange);
  expect(Math.abs(runOf(other) - runOf(id))).toBe(1);
});

test('an ID without the key reveals neither run nor sequence number', () => {
  const [one, other] = [createDecisionIds(key), createSequenceReader(Buffer.alloc(32, 4))];
  const members = Array.from({ length: 500 }, () => {
    const position = { rangeId: 0, member: 0 };
    other(one.next().toString('hex'), position);
    return position;
  });
  expect(new Set(members.map(({ rangeId }) => rangeId)).size).toBe(members.length);
  const steps = members.slice(1).filter(({ member }, index) => member === (members[index]?.member ?? 0) + 1);
  expect(steps.length).toBeLessThan(10);
});

test.each(['', 'd1.0.impression', 'g'.repeat(32), '0'.repeat(31), `${'0'.repeat(31)}G`, 'é'.repeat(32)])(
  'a text without an ID has no position: %j',
  (text) => {
    expect(read(text, { rangeId: 0, member: 0 })).toBe(false);
  },
);

test('planned decisions have the same ID in every process, and consecutive numbers in their own range', () => {
  const [name, run] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const planned = (sequence: number) => createDecisionIds(key).planned(name, run, sequence);
  expect(planned(7)).toEqual(planned(7));
  expect(planned(7).subarray(0, 8)).toEqual(name.subarray(0, 8));
  const [one, next] = [positionOf(planned(2 ** 24 + 7)), positionOf(planned(8))];
  expect(next).toEqual({ rangeId: one.rangeId, member: one.member + 1 });
  const otherRun = createDecisionIds(key).planned(name, Buffer.alloc(32, 3), 7);
  expect(positionOf(otherRun).rangeId).not.toBe(one.rangeId);
});
