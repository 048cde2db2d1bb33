import type { FastifyInstance } from 'fastify';
import {
  maxPreviewedAds,
  type PositionPreview,
  type PositionPreviewQuery,
  positionPreviewQuery,
  positionPreviewView,
} from '../../../contract/inventory/position-preview.ts';
import { decide } from '../../../core/decision/decide.ts';
import { contextOfKnown } from '../../../core/decision/explain/recorded-request.ts';
import { createCapTable, emptyCapTable } from '../../../core/pacing/cap-table.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import { capSubjects } from '../../../core/vocabulary/cap-subjects.ts';
import { defaultPreviewLinkSeconds } from '../../../core/vocabulary/limits/creative-limits.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import { type LatestPlan, openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { openPreviewFolder } from '../../../exchange/previews/preview-folder.ts';
import { writePreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { revisionAt } from '../../../exchange/snapshot-history/revision-at.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { stateOfPlan } from '../explain/state-of-plan.ts';

/** The response names bookings of all tenants. Source: docs/decisions/0036-who-sees-what.md. */
const scope = 'decisions:read';
/** Number of simulated requests. A share of 50 % is then accurate to 3 percentage points. */
const draws = 1_000;
/** Minimal cap table. The viewers have no previous impressions. */
const capSlots = 64;
const previewsAtOnce = 2;

/**
 * Registers `GET /inventory/position/{id}/preview`: the ads of a position at a given time. Source:
 * docs/decisions/0097-time-travel.md.
 */
export function registerPositionPreviewRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, secret, nowMs = Date.now } = services;
  const signer = createTextSigner(deriveKey(secret, 'preview-link'));
  const folder = openPreviewFolder(config.dataFolder, nowMs);
  const snapshots = openPastSnapshots(snapshotFolders(config.dataFolder));
  const readPlan = openLatestPlan(config.dataFolder);
  const inTurn = limitConcurrency(previewsAtOnce);

  async function openAt(positionId: number, atMs: number) {
    const isPast = atMs < nowMs();
    const revision = isPast ? await revisionAt(database, atMs) : ((await snapshots.revisions())?.newest ?? null);
    const wanted = { kind: 'positions', ids: new Set([positionId]) } as const;
    const past = revision === null ? null : await snapshots.open(revision, Math.min(atMs, nowMs()), wanted);
    if (past === null || revision === null) {
      throw new DomainError('no_longer_kept', { detail: detailMessage('configurationGone') });
    }
    return { snapshot: past.snapshot, revision };
  }

  async function frameOf(ad: SnapshotAd, snapshot: Snapshot): Promise<string | null> {
    const format = snapshot.formatById.get(ad.creative.formatId);
    if (format === undefined) return null;
    const name = await folder.keep({ creative: unpackCreative(ad.creative), format });
    const expiresAt = Math.floor(nowMs() / 1000) + defaultPreviewLinkSeconds;
    return `${config.deliveryUrl}/creatives/preview/frame/${writePreviewLink(signer, { name, expiresAt })}`;
  }

  async function preview(positionId: number, slotName: string, atMs: number): Promise<PositionPreview> {
    const { snapshot, revision } = await openAt(positionId, atMs);
    const wins = drawAds(snapshot, slotName, { atMs, plan: await readPlan() });
    const shown = [...wins].toSorted((a, b) => b[1] - a[1] || a[0].id - b[0].id);
    const ids = shown.map(([{ booking }]) => Number(booking.id));
    const named = await database
      .selectFrom('booking')
      .select(['booking.id', 'booking.name'])
      .where('booking.id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .execute();
    const ads: PositionPreview['ads'] = [];
    for (const [ad, count] of shown.slice(0, maxPreviewedAds)) {
      const frameUrl = await frameOf(ad, snapshot);
      if (frameUrl === null) continue;
      const creative = unpackCreative(ad.creative);
      ads.push({
        bookingId: ad.booking.id,
        bookingName: named.find(({ id }) => id === Number(ad.booking.id))?.name ?? null,
        creativeId: creative.id,
        creativeName: creative.name,
        sharePercent: percentOf(count / draws),
        width: creative.width,
        height: creative.height,
        frameUrl,
      });
    }
    const won = shown.reduce((sum, [, count]) => sum + count, 0);
    const emptyPercent = percentOf(1 - won / draws);
    return { positionId, slotName, at: new Date(atMs).toISOString(), revision, emptyPercent, ads };
  }

  app.get('/inventory/position/:id/preview', {
    config: { scope },
    schema: operationSchema({
      tag: 'Inventory',
      operationId: 'previewPosition',
      summary: 'Preview the ads of a position',
      description:
        'Ads for viewers who consent and of whom nothing else is known, with their shares and a frame of each, at any time. The past uses the configuration of that time, the future the current one. Nothing is counted.',
      scope,
      params: idParams('position'),
      querystring: positionPreviewQuery,
      reachesBack: true,
      answers: 'reading',
      view: positionPreviewView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const { slotName } = await requireObject(
        { services, request },
        { table: 'position', id, noun: 'inventory/position' },
      );
      const { at } = request.query as PositionPreviewQuery;
      const atMs = at === undefined ? nowMs() : Date.parse(at);
      return positionPreviewView.parse(await inTurn(() => preview(id, slotName, atMs)));
    },
  });
}

type DrawOptions = { readonly atMs: number; readonly plan: LatestPlan | null };

/** Returns the number of simulated requests won by each ad. */
function drawAds(snapshot: Snapshot, slotName: string, { atMs, plan }: DrawOptions): ReadonlyMap<SnapshotAd, number> {
  const state = stateOfPlan(snapshot, plan, createCapTable(capSlots));
  const request = {
    slots: [{ slotName, parameters: new Map() }],
    parameters: new Map(),
    context: { consent: 'granted', ...contextOfKnown(capSubjects) },
  } as const;
  const wins = new Map<SnapshotAd, number>();
  for (let draw = 0; draw < draws; draw += 1) {
    emptyCapTable(state.caps);
    const { winners } = decide(snapshot, request, { nowMs: atMs, seed: [draw, draw], state, explain: false });
    const ad = winners[0]?.ad;
    if (ad !== undefined) wins.set(ad, (wins.get(ad) ?? 0) + 1);
  }
  return wins;
}
