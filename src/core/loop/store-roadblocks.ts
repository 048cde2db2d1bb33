import { takesBooking } from '../decision/rules/position-rules.ts';
import type { Snapshot, SnapshotBooking, SnapshotPosition } from '../snapshot/snapshot.ts';
import { mayMatchPosition } from '../targeting/screen-facts.ts';
import type { BookingId, PositionId } from '../vocabulary/ids.ts';
import type { RoadblockProblem } from './loop-booking.ts';
import { offlineAdsOf } from './screen-terms.ts';

/** The store roadblocks at one screen. */
export type StoreRoadblocks = {
  /** Slots of each planned roadblock in every loop, rising. They are the same on all its screens of the store. */
  readonly pins: ReadonlyMap<BookingId, readonly number[]>;
  /** Roadblocks that no screen of the store plays, with the reason. */
  readonly refused: ReadonlyMap<BookingId, RoadblockProblem>;
};

type Source = Pick<Snapshot, 'targeting' | 'positionById' | 'bookingById'>;

const none: StoreRoadblocks = { pins: new Map(), refused: new Map() };

/**
 * Plans the bookings that take over all screens of a store at the same time. The result depends only on the store, so
 * every screen of the store computes the same slots: a roadblock has its slots on all its screens, or on none. Source:
 * docs/decisions/0227-store-roadblocks.md.
 */
export function storeRoadblocks(snapshot: Source, position: SnapshotPosition): StoreRoadblocks {
  if (roadblocksAt(snapshot, position).length === 0) return none;
  const screens = screensOfStore(snapshot, position);
  const bookings = new Map(
    screens.flatMap((screen) => roadblocksAt(snapshot, screen)).map((each) => [each.row.id, each]),
  );
  const inOrder = [...bookings.values()].sort((a, b) => a.row.priority - b.row.priority || a.row.id - b.row.id);
  const taken = new TakenSlots();
  const refused = new Map<BookingId, RoadblockProblem>();
  const pins = new Map<BookingId, readonly number[]>();
  for (const booking of inOrder) {
    const targeted = screens.filter((screen) => isTargeted(snapshot, booking, screen));
    const problem = problemOf(booking, targeted);
    const slots = problem === null ? taken.claim(booking, targeted) : null;
    if (!targeted.includes(position)) continue;
    if (slots === null) refused.set(booking.row.id, problem ?? 'roadblock_no_slot');
    else pins.set(booking.row.id, slots);
  }
  return { pins, refused };
}

/** Returns the screens with the same chain and store, by ID. A screen without a store is alone. */
function screensOfStore({ positionById }: Source, position: SnapshotPosition): readonly SnapshotPosition[] {
  const store = storeOf(position);
  if (store === null) return [position];
  return [...positionById.values()]
    .filter((each) => each.isScreen && storeOf(each) === store)
    .sort((a, b) => a.row.id - b.row.id);
}

function storeOf({ screenFacts: { chain = [], store = [] } }: SnapshotPosition): string | null {
  return store.length === 0 ? null : JSON.stringify([chain, store]);
}

/** Returns the roadblocks in the groups of a position. */
function roadblocksAt({ bookingById }: Source, { groups }: SnapshotPosition): readonly SnapshotBooking[] {
  return groups
    .flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill])
    .flatMap(({ booking: { id, loop } }) => (loop?.wholeStore === true ? (bookingById.get(id) ?? []) : []));
}

/** Whether a booking covers a screen and its targeting does not exclude it. */
function isTargeted({ targeting }: Source, { nodes, targetingAt }: SnapshotBooking, screen: SnapshotPosition): boolean {
  return (
    screen.nodes.some((node) => nodes.includes(node)) && mayMatchPosition(targeting, targetingAt, screen.screenFacts)
  );
}

function problemOf(booking: SnapshotBooking, targeted: readonly SnapshotPosition[]): RoadblockProblem | null {
  const [first] = targeted;
  if (first === undefined || storeOf(first) === null) return 'roadblock_no_store';
  if (targeted.some((screen) => screen.loop === null || rhythmOf(screen) !== rhythmOf(first))) {
    return 'roadblock_loops_differ';
  }
  return targeted.every((screen) => mayPlay(booking, screen)) ? null : 'roadblock_screen_refuses';
}

/** Two screens with an equal text start their loops and slots at the same times. */
function rhythmOf({ loop, clock }: SnapshotPosition): string {
  return JSON.stringify([loop, clock.timeZone]);
}

function mayPlay({ candidates }: SnapshotBooking, screen: SnapshotPosition): boolean {
  const candidate = candidates.find(({ formatId }) => formatId === screen.format.id);
  return candidate !== undefined && takesBooking(screen, candidate.booking) && offlineAdsOf(candidate).length > 0;
}

/** A roadblock that has a slot, with what keeps others away from it. */
type Pinned = { readonly id: BookingId; readonly labels: readonly string[] };

/** Slots of the loops of a store that roadblocks have already. */
class TakenSlots {
  readonly #byScreen = new Map<PositionId, Map<number, Pinned>>();

  /** Claims evenly distributed slots that are free on all screens of a roadblock; null: there are none. */
  claim({ row: { id, loop, exclusionLabels } }: SnapshotBooking, screens: readonly SnapshotPosition[]) {
    const slots = slotsOf(screens[0] as SnapshotPosition);
    const plays = loop?.playsPerLoop ?? 1;
    const pinned = { id, labels: exclusionLabels };
    if (plays * ((loop?.minGap ?? 0) + 1) > slots) return null;
    for (let start = 0; start < slots; start += 1) {
      const wanted = Array.from({ length: plays }, (_, play) => (start + Math.floor((play * slots) / plays)) % slots);
      if (!wanted.every((slot) => screens.every((screen) => this.#isFree(screen, slot, { pinned, slots })))) continue;
      const rising = wanted.sort((a, b) => a - b);
      for (const screen of screens) for (const slot of rising) this.#slotsAt(screen).set(slot, pinned);
      return rising;
    }
    return null;
  }

  /** A slot is free if no roadblock has it, and no competitor has the slot before or after it. */
  #isFree(
    screen: SnapshotPosition,
    slot: number,
    { pinned, slots }: { readonly pinned: Pinned; readonly slots: number },
  ): boolean {
    const taken = this.#slotsAt(screen);
    if (taken.has(slot)) return false;
    return [slot - 1, slot + 1].every((beside) => {
      const other = taken.get((beside + slots) % slots);
      return (
        other === undefined || other.id === pinned.id || !other.labels.some((each) => pinned.labels.includes(each))
      );
    });
  }

  #slotsAt({ row }: SnapshotPosition): Map<number, Pinned> {
    const known = this.#byScreen.get(row.id) ?? new Map<number, Pinned>();
    this.#byScreen.set(row.id, known);
    return known;
  }
}

function slotsOf({ loop }: SnapshotPosition): number {
  return loop === null ? 0 : Math.floor(loop.loopSeconds / loop.slotSeconds);
}
