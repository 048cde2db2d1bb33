import { billableKinds, counterOf } from '../../../core/pricing/billable-events.ts';
import {
  countedColumns,
  countedOrder,
  factColumns,
  keyColumn,
  videoColumns,
  viewerColumn,
} from '../../../exchange/open-data/counted-schema.ts';
import { sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';

/*
 * Statements that make the file of an hour, in the order of `count-hour.ts`. Their temporary tables are `first_report`
 * (reports that count unless an earlier hour has one), `repeated` (those that do not), and `hour_row` (counts by ad).
 */

/** Most columns of key-values, and the part of the requests that have such a key, as a divisor. */
const maxKeys = 24;
const keyDivisor = 100;

const reportKey = 'decision_id, slot, event';
const adKey = 'decision_id, slot, local_day, booking_id, creative_id, position_id';

/** Creates `first_report`. @param own table expression of the events of the hour */
export function firstReportsSql(own: string): string {
  return `create or replace temp table first_report as
    select ${adKey}, event, kind, decided_at from ${own} where filter_reason is null
    qualify row_number() over (partition by ${reportKey} order by happened_at, journal_segment, journal_offset) = 1`;
}

/** Returns the starts of the hours of the decisions of all events, in epoch ms. */
export function decidedHoursSql(own: string): string {
  return `select distinct epoch_ms(date_trunc('hour', decided_at)) as start from ${own}`;
}

/** Creates `repeated`. @param earlier table expression of the events of earlier hours; null: there are none */
export function repeatedSql(earlier: string | null, startMs: number): string {
  if (earlier === null) return `create or replace temp table repeated as select ${reportKey} from first_report limit 0`;
  const start = `epoch_ms(${startMs})`;
  return `create or replace temp table repeated as
    select ${reportKey} from ${earlier} earlier
    semi join (select * from first_report where decided_at < ${start}) using (${reportKey}) where filter_reason is null
    union select ${reportKey} from ${earlier} where filter_reason is null and decided_at >= ${start}`;
}

/** Creates `hour_row`: one row per ad with the counts that have a column, and rows for other and for filtered events. */
export function hourRowsSql(own: string): string {
  const counts = [
    ...billableKinds.map((kind) => [counterOf(kind), `kind = ${sqlText(kind)}`] as const),
    ...Object.entries(videoColumns).map(
      ([column, event]) => [column, `kind = 'video' and event = ${sqlText(event)}`] as const,
    ),
  ];
  const hasColumn = counts.map(([, condition]) => `(${condition})`).join(' or ');
  const sums = counts.map(([column, condition]) => `count(*) filter (${condition}) as ${column}`).join(', ');
  const zeros = counts.map(([column]) => `0 as ${column}`).join(', ');
  return `create or replace temp table hour_row as
    with counted as (select * from first_report anti join repeated using (${reportKey})),
    filtered as (
      select distinct on (journal_segment, journal_offset) ${adKey},
        case when kind = 'custom' then kind else event end as event, filter_reason
      from ${own} where filter_reason is not null)
    select ${adKey}, ${sums}, null::varchar as event, null::varchar as filter_reason, 0 as events
      from counted where ${hasColumn} group by all
    union all
    select ${adKey}, ${zeros}, event, null, count(*) from counted where not (${hasColumn}) group by all
    union all
    select ${adKey}, ${zeros}, event, filter_reason, count(*) from filtered group by all`;
}

/** Returns the keys that get a column: those in at least 1 % of the requests, the most frequent first. */
export function commonKeysSql(requests: string): string {
  return `select key from (select unnest(map_keys(parameters)) as key from ${requests}) group by key
    having count(*) * ${keyDivisor} >= (select count(*) from ${requests})
    order by count(*) desc, key limit ${maxKeys}`;
}

/** Returns the number of slots with facts that are stored twice, after a failed export. */
export function repeatedFactsSql(requests: string): string {
  return `select count(*) as n from
    (select decision_id, slot from ${requests} group by decision_id, slot having count(*) > 1)`;
}

/**
 * Returns the query of the rows of the file, with the facts of their requests.
 * @param requests table expression of facts, at most one row per slot; null: there are none
 * @param options.viewer expression of the key of the viewer over `facts`
 */
export function countedRowsSql(
  startMs: number,
  requests: string | null,
  { keys, viewer }: { readonly keys: readonly string[]; readonly viewer: string },
): string {
  const facts = [...factColumns, 'parameters'].map((column) => `facts.${column}`);
  const keyColumns = keys.map((key) => `facts.parameters[${sqlText(key)}] as ${sqlName(keyColumn(key))}`);
  const others =
    keys.length === 0
      ? 'parameters'
      : `map_from_entries(list_filter(map_entries(parameters), lambda entry: entry.key not in (${keys.map(sqlText).join(', ')})))`;
  const columns = Object.entries(countedColumns).map(([name, { type }]) => {
    if (name === 'hour_at') return `epoch_ms(${startMs})::${type} as hour_at`;
    const from = name === 'parameters' ? others : name;
    return `cast(${from} as ${type}) as ${name}`;
  });
  const joined =
    requests === null
      ? `select hour_row.*, ${facts.map((fact) => `null as ${fact.slice('facts.'.length)}`).join(', ')}, null as ${viewerColumn} from hour_row`
      : `select hour_row.*, ${[...facts, ...keyColumns].join(', ')}, ${viewer} as ${viewerColumn} from hour_row
          left join ${requests} facts on facts.decision_id = hour_row.decision_id and facts.slot = hour_row.slot`;
  const named = keys.map((key) => sqlName(keyColumn(key)));
  return `select ${[...columns, ...named].join(', ')} from (${joined}) order by ${countedOrder.join(', ')}`;
}
