import type { EventTokens } from '../answer/signed-address/event-token.ts';
import { noStoreJson } from '../endpoints/ad-path/answer-ads.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { checkReportedEvent, type RefusalCode } from './check-reported-event.ts';
import { type EventIntake, isTokenExpired, storeEvent } from './event-intake.ts';
import { type PlayBatch, type ReportedPlay, readPlays } from './read-plays.ts';
import { screenReport } from './screen-condition.ts';
import { sendUnavailable, trackedEvent } from './track.ts';

/** Returns true for `/v1/plays`, with or without the API prefix that players know from head-up lists. */
export function isPlaysEndpoint(path: string): boolean {
  return /^(?:\/api)?\/v1\/plays\/?$/.test(path);
}

export type PlayServices = {
  readonly tokens: EventTokens;
  readonly intake: EventIntake;
  readonly now: () => number;
};

type Refused = { readonly index: number; readonly code: RefusalCode | 'no_link' | 'expired' };

/**
 * Handles `POST /v1/plays`: the plays of a screen while it was offline, each with the tracking URL of its ad and the
 * time of the play. A play is the impression of its ad (or the event that its URL names), counts once even if it is
 * reported repeatedly, and counts at the time of the play. The response lists the rejected plays. All others are on
 * disk. If the batch is part of a chain, every record of it is stored, also of rejected plays, because a gap would look
 * like a removed record. Source: product decisions 8; docs/decisions/0031-late-events.md,
 * docs/decisions/0116-play-chains.md.
 */
export async function answerPlays(exchange: DeliveryExchange, body: Buffer, services: PlayServices): Promise<void> {
  const batch = readPlays(body);
  const refused: Refused[] = [];
  const { chain, plays } = batch;
  const { tokens } = services;
  const nowMs = services.now();
  const taking: Promise<unknown>[] = noteScreen(batch, services);
  for (const [index, play] of plays.entries()) {
    const checked =
      chain !== null && play.chainPosition === null ? 'no_link' : checkReportedEvent(play, { tokens, nowMs });
    if (typeof checked === 'string') {
      refused.push({ index, code: checked });
      continue;
    }
    // Journalled as filtered with this reason, like every event that must not count.
    if (isTokenExpired(checked.token, nowMs)) refused.push({ index, code: 'expired' });
    if (checked.event !== null) {
      const { event: what, token, atMs } = checked;
      taking.push(storeEvent(services.intake, { what, token, sender: exchange, happenedAtMs: atMs }));
    }
  }
  const results = await Promise.allSettled(taking);
  // Plays that are already on disk are reported again and count once.
  if (results.some(({ status }) => status === 'rejected')) return sendUnavailable(exchange);
  exchange.send({
    status: 200,
    headers: noStoreJson,
    body: JSON.stringify({ accepted: plays.length - refused.length, refused }),
  });
}

/** A batch without a genuine play is not evidence about a known screen. */
function noteScreen({ chain, screen, plays }: PlayBatch, { tokens, intake, now }: PlayServices): Promise<void>[] {
  const positionId = screen === null ? null : positionOf(plays, tokens);
  if (screen === null || positionId === null) return [];
  const toldAtMs = now();
  const report = screenReport(screen, { deviceId: screen.deviceId, positionId }, toldAtMs);
  const links = plays.flatMap(({ chainPosition }) =>
    chainPosition === null || chain === null
      ? []
      : [{ record: 'play-link' as const, ...chain, positionId, ...chainPosition, toldAtMs }],
  );
  return [report, ...links].map((said) => intake.note(said));
}

function positionOf(plays: readonly ReportedPlay[], tokens: EventTokens): number | null {
  for (const { path } of plays) {
    const tracked = path === null ? null : trackedEvent(path, tokens);
    if (tracked !== null && tracked !== 'no_name') return tracked.token.positionId;
  }
  return null;
}
