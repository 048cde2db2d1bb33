import { type Kysely, type RawBuilder, sql } from 'kysely';
import { worstHealth } from '../../../../core/booking/booking-health.ts';
import { type DeliveryHealth, healths, type Status, statuses } from '../../../../core/vocabulary/statuses.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { choiceFilter } from '../../../api/resource/list-filters.ts';
import type { ComputedSort, ListFilter } from '../../../records/resource.ts';
import { type JudgementContext, judgeOf, type UnhealthyBooking } from './booking-judgements.ts';
import {
  bookingStatusSql,
  campaignStatusSql,
  hasBookingStatusSql,
  necessaryForStatus,
  type StatusMoment,
  urgencyOf,
} from './booking-state-sql.ts';

/** Filters and sort orders of booking or campaign lists by computed, unstored state. */
export type StateOfList = {
  readonly filters: { readonly status: ListFilter; readonly health: ListFilter };
  readonly sorts: { readonly status: ComputedSort; readonly health: ComputedSort };
};

/** Returns `?status=`, `?health=` and the matching sort orders of bookings. */
export function bookingState(moment: JudgementContext): StateOfList {
  return stateOf(moment, {
    id: sql`booking.id`,
    endSql: sql`booking.end_date`,
    statusSql: bookingStatusSql,
    hasStatusSql: (wanted, judgements) =>
      sql<boolean>`${necessaryForStatus(wanted, judgements)} and ${hasBookingStatusSql(wanted, judgements)}`,
    healthOf: (unhealthy) => new Map(unhealthy.map(({ id, health }) => [id, health])),
  });
}

/** Returns the same for campaigns. A campaign has the state of its worst booking. */
export function campaignState(moment: JudgementContext): StateOfList {
  return stateOf(moment, {
    id: sql`campaign.id`,
    endSql: sql`(select case when count(*) = count(each.end_date) then max(each.end_date) end
      from booking each where each.campaign_id = campaign.id and each.archived_at is null)`,
    statusSql: campaignStatusSql,
    hasStatusSql: (wanted, judgements) => sql<boolean>`${campaignStatusSql(judgements)} = any(${[...wanted]}::text[])`,
    healthOf: healthByCampaign,
  });
}

type Listed = {
  readonly id: RawBuilder<unknown>;
  /** End of a row. null: open-ended. */
  readonly endSql: RawBuilder<unknown>;
  readonly statusSql: (moment: StatusMoment) => RawBuilder<string>;
  /** Whether a row has one of the statuses. */
  readonly hasStatusSql: (wanted: readonly Status[], moment: StatusMoment) => RawBuilder<boolean>;
  readonly healthOf: (unhealthy: readonly UnhealthyBooking[]) => ReadonlyMap<number, DeliveryHealth>;
};

function stateOf(moment: JudgementContext, { id, endSql, statusSql, hasStatusSql, healthOf }: Listed): StateOfList {
  const judge = (database: Kysely<Database>) => judgeOf(database)(moment);
  /** Only unhealthy bookings are converted to IDs. All others are ok. */
  const idsOf = async (database: Kysely<Database>, which: (health: DeliveryHealth) => boolean) => {
    const found = healthOf((await judge(database)).unhealthy);
    return sql`${[...found].flatMap(([each, health]) => (which(health) ? [each] : []))}::bigint[]`;
  };
  return {
    filters: {
      status: {
        ...choiceFilter('id', statuses, 'Computed status'),
        async where(wanted, { database }) {
          return hasStatusSql(wanted as Status[], await judge(database));
        },
      },
      health: {
        ...choiceFilter('id', healths, 'Delivery health'),
        async where(wanted, { database }) {
          const isWanted = (health: DeliveryHealth) => (wanted as DeliveryHealth[]).includes(health);
          if (!isWanted('ok')) return sql<boolean>`${id} = any(${await idsOf(database, isWanted)})`;
          return sql<boolean>`not (${id} = any(${await idsOf(database, (health) => !isWanted(health))}))`;
        },
      },
    },
    sorts: {
      status: { expression: async (database) => urgencyOf(statusSql(await judge(database))), type: 'bigint' },
      health: {
        async expression(database) {
          const at = async (wanted: DeliveryHealth) => idsOf(database, (health) => health === wanted);
          const [critical, atRisk] = [await at('critical'), await at('at_risk')];
          return needOfActionSql({ id, critical, atRisk, statusSql: statusSql(await judge(database)), endSql });
        },
        type: 'bigint',
      },
    },
  };
}

/** Seconds after 1970 that no end exceeds. */
const latestEnd = 99_999_999_999;

/**
 * Returns the rank of a row in the order in which it needs action: critical, at risk, not ready, delivering, others. Within
 * a rank the earliest end is first, and of the others the latest one.
 */
function needOfActionSql({
  id,
  critical,
  atRisk,
  statusSql,
  endSql,
}: {
  readonly id: RawBuilder<unknown>;
  readonly critical: RawBuilder<unknown>;
  readonly atRisk: RawBuilder<unknown>;
  readonly statusSql: RawBuilder<string>;
  readonly endSql: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const last = sql`${latestEnd}::bigint`;
  // `least` ignores a null, so that an open end is the last one.
  const end = sql`least(extract(epoch from ${endSql})::bigint, ${last})`;
  const rank = (number: number) => sql`${number}::bigint * (${last} + 1)`;
  return sql`case
      when ${id} = any(${critical}) then ${end}
      when ${id} = any(${atRisk}) then ${rank(1)} + ${end}
      else case ${statusSql}
        when 'not_ready' then ${rank(2)} + ${end}
        when 'running' then ${rank(3)} + ${end}
        else ${rank(5)} - ${end}
      end
    end`;
}

function healthByCampaign(unhealthy: readonly UnhealthyBooking[]): ReadonlyMap<number, DeliveryHealth> {
  const byCampaign = Map.groupBy(unhealthy, ({ campaignId }) => campaignId);
  return new Map([...byCampaign].map(([id, own]) => [id, worstHealth(own.map(({ health }) => health))]));
}
