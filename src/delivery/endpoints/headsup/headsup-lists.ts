/*
 * Head-up lists: the files that a screen fetches before the day starts.
 *
 * - `answer-headsup.ts`: the endpoint. `headsup-lists.ts`: lists as they are sent, cached until an edit or midnight.
 * - `day-of-materials.ts`: the files of a day. `offline-files.ts`: the files of a creative, or why it needs a network.
 * - `markup-page.ts`: creatives of kind html as pages. `listed-before.ts`: removed files.
 *
 * See docs/decisions/0027-headsup-lists.md.
 */

import { createHash } from 'node:crypto';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { localDayAt } from '../../../core/time/local-time.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { createRecentMap, type RecentMap } from '../../recent-map.ts';
import { dayOfMaterials, type ExcludedCreative, isInHeadsup, type Material } from './day-of-materials.ts';
import type { ListedBefore } from './listed-before.ts';
import type { OfflineFiles } from './offline-files.ts';

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
  readonly offlineFiles: OfflineFiles;
  readonly deliveryUrl: string;
  readonly now: () => number;
}): HeadsupLists {
  const { listedBefore, offlineFiles, deliveryUrl, now } = options;
  const keptBySnapshot = new WeakMap<Snapshot, RecentMap<PositionId, Kept>>();

  async function make(snapshot: Snapshot, position: SnapshotPosition, nowMs: number): Promise<HeadsupList> {
    const day = await dayOfMaterials(snapshot, position, nowMs, offlineFiles);
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
      excluded: day.excluded.map(presentExcluded),
      ...(!isInHeadsup(position) && { problem: notInHeadsup }),
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
      const list = make(snapshot, position, nowMs);
      lists.set(position.row.id, { changeCount, toMs: localDayAt(position.clock, nowMs).toMs, list });
      // The next request reads the files again.
      list.catch(() => lists.delete(position.row.id));
      return list;
    },
  };
}

const notInHeadsup = {
  code: 'format_not_in_headsup',
  detail:
    'Head-up lists contain the positions of screens, unless `inHeadsup` of their format is false, and positions of formats with `inHeadsup` true.',
};

const reasonTexts: Readonly<Record<ExcludedCreative['reason'], string>> = {
  external_resources: 'The markup loads files of other hosts.',
  third_party_vast: 'Another ad server selects the video when it plays.',
  stream: 'The video is a stream, or its URL contains macros.',
  no_file: 'The creative has no stored file.',
  needs_app: 'The markup calls the MRAID container of an app.',
  files_unknown: 'The HTML5 archive was stored by an earlier version. Upload it again.',
};

function presentExcluded({ reason, urls, ...creative }: ExcludedCreative) {
  return { ...creative, reason, detail: reasonTexts[reason], ...(urls.length > 0 && { urls }) };
}

/** Returns a material as players read it. Its URL is its ID. Source: wire-protocol 8 and 12(a). */
function presentMaterial({ path, mime, bytes, sha256, page, fromMs, toMs }: Material, deliveryUrl: string) {
  const address = addressOf(path, deliveryUrl);
  return {
    id: address,
    mime,
    curl: address,
    ...(bytes !== null && { filesize: bytes }),
    ...(sha256 !== null && { checksum: sha256 }),
    ...(page !== undefined && { page: addressOf(page, deliveryUrl) }),
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
