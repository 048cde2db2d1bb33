/** Places side by side in arrays that many share. */
export type Room = {
  readonly first: number;
  /** As many as were asked for, or some more. */
  readonly capacity: number;
};

/** Gives rooms and takes them back. */
export type Rooms = {
  readonly reserve: (size: number) => Room;
  readonly release: (room: Room) => void;
};

/** Rooms are of few sizes, so that one that is given back suits others: multiples of this one, and of more the larger they are. */
const leastStep = 8;
/** Sizes between a power of two and the next one. */
const stepsOfDoubling = 8;

/** @param grow called before places are given for the first time: the first of them, and the one behind the last */
export function createRooms(grow: (from: number, to: number) => void): Rooms {
  const free = new Map<number, number[]>();
  let length = 0;

  function append(capacity: number): number {
    const first = length;
    length += capacity;
    grow(first, length);
    return first;
  }

  return {
    reserve(size) {
      const capacity = capacityOfNew(size);
      return { first: free.get(capacity)?.pop() ?? append(capacity), capacity };
    },
    release({ first, capacity }) {
      const known = free.get(capacity);
      if (known === undefined) free.set(capacity, [first]);
      else known.push(first);
    },
  };
}

/** Of a room that is made for so many: some more may come. */
export function capacityOfNew(size: number): number {
  return capacityFor(size + (size >> 3));
}

function capacityFor(size: number): number {
  const step = Math.max(leastStep, 2 ** Math.floor(Math.log2(Math.max(size, 1))) / stepsOfDoubling);
  return Math.ceil(size / step) * step;
}

/** Room for so many: the one before while it fits, else another in its place. */
export function roomFor(size: number, rooms: Rooms, before: Room | undefined): Room {
  if (before !== undefined && before.capacity >= size && before.capacity < 2 * size + 16) return before;
  if (before !== undefined) rooms.release(before);
  return rooms.reserve(size);
}
