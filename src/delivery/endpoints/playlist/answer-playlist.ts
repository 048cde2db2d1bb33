import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { localDateAt, localDayAt } from '../../../core/time/local-time.ts';
import {
  decidedPlaylistMs,
  defaultSlotSeconds,
  maxPlaylistAheadMs,
  maxPlaylistBodyBytes,
  maxPlaylistEntries,
  maxPlaylistsAtOnce,
} from '../../../core/vocabulary/limits/screen-limits.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import type { EventIntake } from '../../events/event-intake.ts';
import { screenReport } from '../../events/screen-condition.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { readBody } from '../../listener/read-body.ts';
import { sendDeliveryProblem, sendMethodNotAllowed } from '../../listener/send.ts';
import type { ContextSources } from '../../request/context-sources.ts';
import { withContext } from '../../request/request-context.ts';
import { noParameters } from '../../request/request-parameters.ts';
import { noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import type { DecideStack } from '../ad-path/decide-ads.ts';
import { answerFromStore } from '../files/store-away.ts';
import type { PlaylistPlans } from './plan-playlist.ts';
import { type PlaylistRequest, readPlaylistRequest, wrong } from './read-playlist-request.ts';
import {
  type PlaylistWriter,
  playlistInstant,
  type WrittenPlays,
  writeDecidedPlays,
  writePlannedPlays,
} from './write-playlist.ts';

export type PlaylistServices = PlaylistWriter & {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly playlistPlans: PlaylistPlans;
  readonly decideStack: DecideStack;
  readonly contextSources: ContextSources;
  readonly now: () => number;
  readonly intake: Pick<EventIntake, 'note'>;
};

const playlistPath = /^(?:\/api)?\/v1\/screens\/([^/]+)\/playlist\/?$/;
/** Playlists that this process is currently writing. */
let underWay = 0;

/** Returns the screen of a playlist path, or null for another path. */
export function deviceOfPlaylist(path: string): string | null {
  return playlistPath.exec(path)?.[1] ?? null;
}

/**
 * Handles `POST /v1/screens/{deviceId}/playlist`: the plays of a screen from now, or `from`, until the end of that
 * local day, each with its files, its lease and its signed URL. Without a loop, it contains the ads that ordinary
 * requests of the next minutes would get. Source: docs/decisions/0117-playlists.md.
 */
export async function answerPlaylist(
  exchange: HttpExchange,
  deviceText: string,
  services: PlaylistServices,
): Promise<void> {
  if (exchange.method !== 'POST') return sendMethodNotAllowed(exchange, 'POST, OPTIONS');
  const request = readPlaylistRequest(deviceText, await readBody(exchange.request, maxPlaylistBodyBytes));
  const snapshot = services.holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  const position = snapshot.positionBySlotName.get(request.slotName);
  if (position === undefined) {
    return sendDeliveryProblem(exchange, { status: 404, title: 'Not found', detail: 'No position has this slot name' });
  }
  if (!position.isScreen) throw wrong('/slotName', 'This position does not belong to a screen');
  if (underWay >= maxPlaylistsAtOnce) {
    const headers = ['retry-after', '1'];
    return sendDeliveryProblem(exchange, {
      status: 503,
      title: 'Too many concurrent playlist requests',
      headers,
    });
  }
  // If the screen's report cannot be stored, the next one will be. The playlist is more important.
  const screenPosition = { deviceId: request.deviceId, positionId: position.row.id };
  services.intake.note(screenReport(request, screenPosition, services.now())).catch(() => undefined);
  underWay += 1;
  try {
    await answerFromStore(exchange, async () => {
      const body = await playlistOf(exchange, request, { snapshot, position }, services);
      exchange.send({ status: 200, headers: noStoreJson, body: JSON.stringify(body) });
    });
  } finally {
    underWay -= 1;
  }
}

type ScreenPosition = { readonly snapshot: Snapshot; readonly position: SnapshotPosition };
type Period = { readonly fromMs: number; readonly toMs: number; readonly plays: WrittenPlays };

async function playlistOf(
  exchange: HttpExchange,
  request: PlaylistRequest,
  screenPosition: ScreenPosition,
  services: PlaylistServices,
) {
  const { snapshot, position } = screenPosition;
  const nowMs = services.now();
  const fromMs = request.fromMs ?? nowMs;
  const today = localDayAt(position.clock, nowMs);
  if (fromMs < today.fromMs || fromMs >= nowMs + maxPlaylistAheadMs) {
    throw wrong('/from', `A playlist covers today or the next ${maxPlaylistAheadMs / hourMs} hours`);
  }
  const { revision } = snapshot;
  const { loop, row, clock } = position;
  const period =
    loop === null
      ? await decided(exchange, screenPosition, nowMs, services)
      : await planned(request, screenPosition, fromMs, services);
  return {
    deviceId: request.deviceId,
    slotName: row.slotName,
    day: localDateAt(clock, period.fromMs),
    timeZone: clock.timeZone,
    revision,
    serverTime: playlistInstant(nowMs),
    validFrom: playlistInstant(period.fromMs),
    validUntil: playlistInstant(period.toMs),
    slotSeconds: loop?.slotSeconds ?? defaultSlotSeconds,
    loopSeconds: loop?.loopSeconds ?? null,
    ...period.plays,
  };
}

async function planned(
  { deviceId }: PlaylistRequest,
  { snapshot, position }: ScreenPosition,
  fromMs: number,
  services: PlaylistServices,
): Promise<Period> {
  const { loop } = position;
  if (loop === null) throw new Error('A position without a loop has no plan');
  const day = services.playlistPlans.dayOf(snapshot, position, loop, fromMs);
  const slotMs = loop.slotSeconds * 1000;
  // Includes the current play.
  const following = day.plays.filter(({ startMs }) => startMs + slotMs > fromMs);
  const plays = following.slice(0, maxPlaylistEntries);
  const toMs = following[maxPlaylistEntries]?.startMs ?? day.toMs;
  return { fromMs, toMs, plays: await writePlannedPlays(services, { position, deviceId }, plays) };
}

/** As many ordinary requests as there are slots in the next minutes. */
async function decided(
  exchange: HttpExchange,
  screenPosition: ScreenPosition,
  fromMs: number,
  services: PlaylistServices,
): Promise<Period> {
  const { snapshot, position } = screenPosition;
  const slotMs = defaultSlotSeconds * 1000;
  const toMs = fromMs + decidedPlaylistMs;
  const slots = [{ slotName: position.row.slotName, parameters: noParameters }];
  const request = withContext({ slots, parameters: noParameters }, exchange, services.contextSources);
  const ads = Array.from({ length: decidedPlaylistMs / slotMs }, () => services.decideStack(snapshot, request)).flat();
  return { fromMs, toMs, plays: await writeDecidedPlays(ads, { ...services, snapshot }, { fromMs, toMs, slotMs }) };
}
