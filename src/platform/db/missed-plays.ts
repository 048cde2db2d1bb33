import { type RawBuilder, sql } from 'kysely';
import { screenGoneMs } from '../../core/vocabulary/limits/screen-limits.ts';

/**
 * Number of screens that play the loop of a position: those that contacted a server within two weeks, at least one.
 * @param positionId column or value
 */
export function playingScreens(positionId: RawBuilder<unknown>, nowMs: number): RawBuilder<number> {
  return sql`greatest(1, (select count(*) from screen_device where screen_device.position_id = ${positionId}
    and screen_device.last_seen_at >= ${new Date(nowMs - screenGoneMs)}))::integer`;
}

/** Planned plays that are compared with counted ones. */
export type ComparedPlays = {
  /** First local day, inclusive. */
  readonly from: string;
  /** Local day, exclusive. Omitted: all days that have ended. */
  readonly to?: string;
  /** Epoch ms: when days have ended. */
  readonly nowMs: number;
  /** Condition on rows of `planned_play`. */
  readonly condition: RawBuilder<unknown>;
};

/**
 * Planned and counted plays (`planned`, `played`) by position, local day and booking, as a subquery. Contains days that
 * have ended and are recorded completely. Plays that are reported late count on their day. Source:
 * docs/decisions/0236-missed-plays.md.
 */
export function comparedPlays({ from, to, nowMs, condition }: ComparedPlays): RawBuilder<unknown> {
  return sql`(
    with plan as materialized (
      select planned_play.* from planned_play
      join position on position.id = planned_play.position_id
      join location on location.id = position.location_id
      join publication on publication.id = location.publication_id
      left join planned_screen on planned_screen.position_id = planned_play.position_id
      where planned_play.local_day >= ${from}::date and planned_play.local_day < ${to ?? '9999-12-31'}::date
        and planned_play.local_day < (coalesce(planned_screen.recorded_until, ${new Date(nowMs)}::timestamptz) at time zone publication.time_zone)::date
        and ${condition}
    ), counted as materialized (
      select delivery_hour.booking_id, delivery_hour.position_id, delivery_hour.local_day,
        sum(delivery_hour.impressions)::bigint as plays
      from delivery_hour
      where delivery_hour.booking_id = any(array(select distinct plan.booking_id from plan))
        and delivery_hour.local_day >= ${from}::date and delivery_hour.local_day < ${to ?? '9999-12-31'}::date
      group by delivery_hour.booking_id, delivery_hour.position_id, delivery_hour.local_day
    )
    select plan.position_id, plan.local_day, plan.booking_id, plan.plays as planned,
      coalesce(counted.plays, 0)::bigint as played
    from plan left join counted on counted.booking_id = plan.booking_id and counted.position_id = plan.position_id
      and counted.local_day = plan.local_day
  )`;
}
