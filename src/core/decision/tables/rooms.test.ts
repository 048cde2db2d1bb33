import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRooms, type Room, roomFor } from './rooms.ts';

test('rooms have room, never overlap, and are used again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 300 })), { maxLength: 200 }), (wishes) => {
      let length = 0;
      const rooms = createRooms((_from, to) => {
        length = to;
      });
      const held = new Map<number, Room>();
      for (const [who, size] of wishes) {
        const room = roomFor(size, rooms, held.get(who));
        held.set(who, room);
        expect(room.capacity).toBeGreaterThanOrEqual(size);
      }
      const ends = [...held.values()]
        .filter(({ capacity }) => capacity > 0)
        .toSorted((one, other) => one.first - other.first);
      for (const [index, { first, capacity }] of ends.entries()) {
        expect(first + capacity).toBeLessThanOrEqual(ends[index + 1]?.first ?? length);
      }
    }),
  );
});

test('who changes size again and again takes a few times what is needed at most', () => {
  const most = 20_000;
  let length = 0;
  const rooms = createRooms((_from, to) => {
    length = to;
  });
  let room: Room | undefined;
  for (let turn = 0; turn < 50_000; turn += 1) room = roomFor((turn * 7_919) % most, rooms, room);
  expect(length).toBeLessThan(20 * most);
});
