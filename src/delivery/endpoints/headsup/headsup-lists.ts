import { createHash } from 'node:crypto';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { createRecentMap, type RecentMap } from '../../recent-map.ts';
import { type DayOfMaterials, dayOfMaterials, type Material } from './day-of-materials.ts';
import type { ListedBefore } from './listed-before.ts';

/** Most cached lists, of some kilobytes each. */
const keptLists = 2_000;

/** A list as it is sent. Equal content has an equal ETag in all processes. */
export type HeadsupList = { readonly body: string; readonly etag: string };

export type HeadsupLists = {
  listFor(snapshot: Snapshot, position: SnapshotPosition): Promise<HeadsupList>;
};

type Kept = { readonly changeCount: number; readonly toMs: number; readonly list: Promise<HeadsupList> };

/** Creates lists and caches each of them until the snapshot changes or the day ends. */
export function createHeadsupLists(options: {
  readonly listedBefore: ListedBefore;
  readonly deliveryUrl: string;
  readonly now: () => number;
}): HeadsupLists {
  const { listedBefore, deliveryUrl, now } = options;
  const keptBySnapshot = new WeakMap<Snapshot, RecentMap<PositionId, Kept>>();

  async function make(position: SnapshotPosition, day: DayOfMaterials): Promise<HeadsupList> {
    const { day: dayNumber } = position.clock.momentAt(day.fromMs);
    const paths = day.materials.map(({ path }) => path);
    const before = await listedBefore.note(position.row.id, paths, dayNumber);
    const removed = [...new Set(before)].filter((path) => !day.pathsFromNow.has(path)).sort();
    const body = JSON.stringify({
      slotName: position.row.slotName,
      day: new Date(dayNumber * dayMs).toISOString().slice(0, 10),
      validFrom: instantText(day.fromMs),
      validUntil: instantText(day.toMs),
      media: day.materials.map((material) => ({ ad: presentMaterial(material, deliveryUrl) })),
      removed: removed.map((path) => addressOf(path, deliveryUrl)),
    });
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  }

  return {
    listFor(snapshot, position) {
      let lists = keptBySnapshot.get(snapshot);
      if (lists === undefined) {
        lists = createRecentMap(keptLists);
        keptBySnapshot.set(snapshot, lists);
      }
      const { changeCount } = snapshot;
      const nowMs = now();
      const kept = lists.get(position.row.id);
      if (kept?.changeCount === changeCount && nowMs < kept.toMs) return kept.list;
      const day = dayOfMaterials(position, nowMs);
      const list = make(position, day);
      lists.set(position.row.id, { changeCount, toMs: day.toMs, list });
      return list;
    },
  };
}

/** Returns a material as players read it. Its URL is its ID. Source: wire-protocol 8 and 12(a). */
function presentMaterial({ path, mime, bytes, sha256, fromMs, toMs }: Material, deliveryUrl: string) {
  const address = addressOf(path, deliveryUrl);
  return {
    id: address,
    mime,
    curl: address,
    ...(bytes !== null && { filesize: bytes }),
    ...(sha256 !== null && { checksum: sha256 }),
    validFrom: instantText(fromMs),
    validUntil: instantText(toMs),
  };
}

export function addressOf(path: string, deliveryUrl: string): string {
  return /^https?:/.test(path) ? path : `${deliveryUrl}/${path}`;
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
