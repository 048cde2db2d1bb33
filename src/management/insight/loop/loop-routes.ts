import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import {
  type ScreenLoopQuery,
  type ScreenLoopView,
  screenLoopQuery,
  screenLoopView,
} from '../../../contract/booking/loop.ts';
import type { Screen } from '../../../contract/inventory/screen.ts';
import { planDay } from '../../../core/loop/plan-day.ts';
import { screenBookings } from '../../../core/loop/screen-bookings.ts';
import { unrecordedTerms } from '../../../core/loop/unmet-terms.ts';
import { instantOfDate, localDateAt } from '../../../core/time/local-time.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { presentLoops } from './present-loops.ts';

/** The plan contains bookings of all tenants, as traces do. Source: docs/decisions/0036-who-sees-what.md. */
const scope = 'decisions:read';
/** A plan takes a fraction of a second of CPU time. */
const plansAtOnce = 1;

/**
 * Registers `/inventory/position/{id}/loop`: the loops of a screen on one day. Source: docs/decisions/0115-loops.md.
 */
export function registerLoopRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, nowMs = Date.now } = services;
  const inTurn = limitConcurrency(plansAtOnce);
  const snapshots = openPastSnapshots(snapshotFolders(config.dataFolder));

  async function loopsOf(positionId: number, screen: Screen, date: string | undefined): Promise<ScreenLoopView> {
    const { loopSeconds, slotSeconds, openingHours } = screen;
    if (!loopSeconds || !slotSeconds) throw noLoop();
    const revision = (await snapshots.revisions())?.newest;
    const wanted = { kind: 'positions', ids: new Set(await screensOfStore(database, positionId, screen)) } as const;
    const past = revision === undefined ? null : await snapshots.open(revision, nowMs(), wanted);
    const position = past?.snapshot.positionById.get(positionId as PositionId);
    if (past === null || position === undefined) {
      throw new DomainError('unavailable', { detail: detailMessage('positionNotPublished') });
    }
    const { clock } = position;
    const instantMs = date === undefined ? nowMs() : instantOfDate(clock, date);
    const plan = planDay(
      { clock, openingHours, loopSeconds, slotSeconds },
      screenBookings(past.snapshot, position),
      instantMs,
    );
    const problems = [...plan.problems, ...unrecordedTerms(past.snapshot, position, plan.loops)];
    return presentLoops(
      database,
      { ...plan, problems },
      {
        positionId,
        date: localDateAt(clock, plan.fromMs),
        timeZone: clock.timeZone,
        revision: past.snapshot.revision,
        loopSeconds,
        slotSeconds,
        unusedSeconds: loopSeconds % slotSeconds,
      },
    );
  }

  app.get('/inventory/position/:id/loop', {
    config: { scope },
    schema: operationSchema({
      tag: 'Inventory',
      operationId: 'getScreenLoop',
      summary: 'Plan the loops of a screen for one day',
      description:
        'Plan of a position whose location is of kind screen and has `loopSeconds` and `slotSeconds`. Contains every sold play, with competitors separated and plays at their intervals. The rest is assigned by priority and end date. `problems` lists rules that the plan cannot satisfy.',
      scope,
      params: idParams('position'),
      querystring: screenLoopQuery,
      answers: 'reading',
      view: screenLoopView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const position = await requireObject(
        { services, request },
        { table: 'position', id, noun: 'inventory/position' },
      );
      const { screen } = await database
        .selectFrom('location')
        .select('location.screen')
        .where('location.id', '=', position.locationId)
        .executeTakeFirstOrThrow();
      if (screen === null) throw noLoop();
      const { date } = request.query as ScreenLoopQuery;
      return inTurn(() => loopsOf(id, screen, date));
    },
  });
}

/** Returns the positions of the screens of the same store, whose bookings affect its store roadblocks. */
async function screensOfStore(
  database: Kysely<Database>,
  positionId: number,
  { chain, store }: Screen,
): Promise<readonly number[]> {
  if (!store) return [positionId];
  const { rows } = await sql<{ id: number }>`
    select position.id from position join location on location.id = position.location_id
    where location.screen ->> 'store' = ${store} and coalesce(location.screen ->> 'chain', '') = ${chain ?? ''}`.execute(
    database,
  );
  return [positionId, ...rows.map(({ id }) => id)];
}

function noLoop(): DomainError {
  return new DomainError('not_found', {
    detail: detailMessage('noLoop'),
  });
}
