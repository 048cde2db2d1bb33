import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PlannedPlay } from '../../../core/loop/planned-plays.ts';
import type { PackedCreative } from '../../../core/snapshot/packed-creative.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { CreativeId } from '../../../core/vocabulary/ids.ts';
import type { DecisionIds } from '../../../platform/keys/decision-ids.ts';
import type { AdTemplates } from '../../answer/ad-templates.ts';
import { eventAddresses, type JsonAd } from '../../answer/present-json.ts';
import type { EventTokens } from '../../answer/signed-address/event-token.ts';
import { addressOf } from '../headsup/headsup-lists.ts';
import type { OfflineContent, OfflineFiles } from '../headsup/offline-files.ts';

const secondMs = 1_000;
/** Plays that are written before the event loop continues: one to two milliseconds. */
const playsAtOnce = 250;

/** An ad of a playlist, to which its entries refer. */
type ListedAd = {
  readonly id: string;
  readonly creativeId: string;
  readonly kind: string;
  readonly media: readonly {
    readonly id: string;
    readonly mime: string;
    readonly filesize?: number;
    readonly checksum?: string;
    /** ID of the page that loads the file, for pages and their files. */
    readonly page?: string;
  }[];
  /** Why the ad needs a network. Omitted if it does not. */
  readonly problem?: NonNullable<OfflineContent['problem']>;
  /** Markup of the ad. Omitted if it has none. */
  readonly html?: string;
};

type Entry = {
  readonly startAt: string;
  readonly leaseUntil: string;
  readonly ad: string;
  readonly impressionCounter: string;
};

export type WrittenPlays = { readonly ads: readonly ListedAd[]; readonly entries: readonly Entry[] };

export type PlaylistWriter = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly decisionIds: DecisionIds;
  readonly deliveryUrl: string;
  readonly offlineFiles: OfflineFiles;
};

/**
 * Signs each planned play. The ID of its event depends on screen, time and ad, so that a repeated playlist has the same
 * URLs and a play counts once. The plays of an ad on a screen are a sequence, numbered by their second. Source:
 * docs/decisions/0117-playlists.md.
 */
export async function writePlannedPlays(
  { templates, tokens, decisionIds, deliveryUrl, offlineFiles }: PlaylistWriter,
  { position, deviceId }: { readonly position: SnapshotPosition; readonly deviceId: string },
  plays: readonly PlannedPlay[],
): Promise<WrittenPlays> {
  const ads = new Map<string, ListedAd>();
  const entries: Entry[] = [];
  const { mark } = templates.positionOf(position);
  for (const [index, { startMs, leaseUntilMs, ad }] of plays.entries()) {
    if (index % playsAtOnce === playsAtOnce - 1) await setImmediate();
    const template = templates.templateOf(position, ad);
    if (template === null) continue;
    const id = String(ad.id);
    if (!ads.has(id)) ads.set(id, await listedAd(id, ad.creative, { deliveryUrl, offlineFiles }));
    const screen = `${position.row.id}\n${deviceId}`;
    const name = hash('sha256', `${screen}\n${startMs}\n${id}`, 'buffer');
    const run = hash('sha256', `${screen}\n${id}\n${startMs % secondMs}`, 'buffer');
    const decision = { id: decisionIds.planned(name, run, Math.floor(startMs / secondMs)), decidedAtMs: startMs };
    const token = tokens.sign(decision, 0, template.factsIn(position));
    entries.push({
      startAt: playlistInstant(startMs),
      leaseUntil: playlistInstant(leaseUntilMs),
      ad: id,
      impressionCounter: eventAddresses({ ad, deliveryUrl, mark: mark + token })(null),
    });
  }
  return { ads: [...ads.values()], entries };
}

/** Writes the ads of ordinary decisions as consecutive plays. */
export async function writeDecidedPlays(
  decided: readonly JsonAd[],
  { snapshot, ...writer }: Pick<PlaylistWriter, 'deliveryUrl' | 'offlineFiles'> & { readonly snapshot: Snapshot },
  { fromMs, toMs, slotMs }: { readonly fromMs: number; readonly toMs: number; readonly slotMs: number },
): Promise<WrittenPlays> {
  const creatives = decided.map(({ libId }) => snapshot.creativeById.get(Number(libId) as CreativeId));
  const ads = new Map<string, ListedAd>();
  const entries: Entry[] = [];
  for (const [index, { id, impressionCounter }] of decided.entries()) {
    const creative = creatives[index];
    if (creative === undefined) continue;
    if (!ads.has(id)) ads.set(id, await listedAd(id, creative, writer));
    const startAt = playlistInstant(fromMs + index * slotMs);
    entries.push({ startAt, leaseUntil: playlistInstant(toMs), ad: id, impressionCounter });
  }
  return { ads: [...ads.values()], entries };
}

async function listedAd(
  id: string,
  packed: PackedCreative,
  { deliveryUrl, offlineFiles }: Pick<PlaylistWriter, 'deliveryUrl' | 'offlineFiles'>,
): Promise<ListedAd> {
  const creative = unpackCreative(packed);
  const { files, problem } = await offlineFiles.contentOf(creative);
  return {
    id,
    creativeId: String(creative.id),
    kind: creative.kind,
    media: files.map(({ path, mime, bytes, sha256, page }) => ({
      id: addressOf(path, deliveryUrl),
      mime,
      ...(bytes !== null && { filesize: bytes }),
      ...(sha256 !== null && { checksum: sha256 }),
      ...(page !== undefined && { page: addressOf(page, deliveryUrl) }),
    })),
    ...(problem !== null && { problem }),
    ...(creative.html !== null && { html: creative.html }),
  };
}

export function playlistInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
