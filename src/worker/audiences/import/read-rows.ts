import { isIdentifier, memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import { memberKind } from '../../../exchange/audience/member-kind.ts';
import { hourOf } from '../../../exchange/audience/segment-part.ts';
import { splitCsv, splitTextList } from '../../../platform/csv/split-csv.ts';
import { DeliveryFault } from './delivery-fault.ts';
import { memberActions } from './member-records.ts';
import type { RowFaultCode } from './row-report.ts';

/** Defaults for rows. */
export type RowDefaults = {
  /** Kind of identifiers without an explicit kind. */
  readonly identifierType: string;
  /** Segment of rows without a segment. */
  readonly segment?: string | undefined;
  /** Time of the import: default and upper limit of the time of rows. */
  readonly nowMs: number;
};

/** Consumer of rows. A row may name several segments. */
export type RowSink = {
  /** @param identifier as returned by `memberIdentifier` @returns the fault of the segment; null: none */
  take(row: { identifier: string; segment: string; action: number; hour: number; line: number }): RowFaultCode | null;
  bad(line: number, code: RowFaultCode): void;
  row(): void;
};

/** Receives lines without line breaks. The first line may define the format of the others. */
export type LineReader = (text: string, line: number) => void;

/** Column names used by exporting platforms. Source: wire-protocol 11; docs/guide/book/audience-segments.md. */
const idNames = ['id', 'member_id', 'user_id', 'identifier', 'memberid', 'userid'];
const segmentNames = ['segment', 'segments', 'segment_id', 'segment_code', 'audience', 'audience_id'];
const eventNames = ['event', 'action', 'status', 'event_type'];
const timeNames = ['timestamp', 'time', 'event_time', 'last_qualification_time', 'occurred_at'];
const entering = new Set(['', 'enter', 'entered', 'add', 'added', 'in', 'realized', 'existing', 'true', '1']);
const leaving = new Set(['exit', 'exited', 'leave', 'left', 'remove', 'removed', 'out', 'false', '0', 'delete']);

const kindPattern = /^[\w.-]{1,64}$/;
export const segmentCode = /^[\p{L}\p{M}\p{Nd}_.:-]{1,100}$/u;
/** First line of a file with rows `"type:id","['segment', ...]"`. */
const listFileHead = 'set not_extend_existing';

export function createRowReader(format: 'csv' | 'jsonl', sink: RowSink, rules: RowDefaults): LineReader {
  const take = createTake(sink, rules);
  return format === 'csv' ? csvReader(sink, take, rules) : jsonReader(sink, take);
}

type Cells = { readonly id: unknown; readonly segments: unknown; readonly event: unknown; readonly time: unknown };
type Take = (cells: Cells, line: number) => void;

function csvReader(sink: RowSink, take: Take, rules: RowDefaults): LineReader {
  let columnIndexes: { id: number; segment: number; event: number; time: number; columns: number } | null = null;
  let isList = false;
  return (text, line) => {
    if (columnIndexes === null && !isList) {
      if (text === listFileHead || /^"?[\w.-]+:[^,]*,\s*"\[/.test(text)) {
        isList = true;
        if (text === listFileHead) return;
      } else {
        columnIndexes = columnIndexesOf(text, rules);
        return;
      }
    }
    sink.row();
    const cells = splitCsv(text);
    if (isList) {
      const [id, list] = cells;
      if (cells.length !== 2) return sink.bad(line, 'wrong_columns');
      return take({ id, segments: splitTextList(list ?? ''), event: undefined, time: undefined }, line);
    }
    if (columnIndexes === null || cells.length !== columnIndexes.columns) return sink.bad(line, 'wrong_columns');
    const at = (location: number) => (location === -1 ? undefined : cells[location]);
    take(
      {
        id: at(columnIndexes.id),
        segments: at(columnIndexes.segment),
        event: at(columnIndexes.event),
        time: at(columnIndexes.time),
      },
      line,
    );
  };
}

function columnIndexesOf(head: string, { segment }: RowDefaults) {
  const names = splitCsv(head.replace(/^\ufeff/, '')).map((name) => name.trim().toLowerCase());
  const location = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const columnIndexes = {
    id: location(idNames),
    segment: location(segmentNames),
    event: location(eventNames),
    time: location(timeNames),
    columns: names.length,
  };
  const wanted = columnIndexes.id === -1 ? idNames : segmentNames;
  if (columnIndexes.id === -1 || (columnIndexes.segment === -1 && segment === undefined)) {
    throw new DeliveryFault('wrong_columns', `line 1 has no column ${wanted.slice(0, 3).join(', ')}`);
  }
  return columnIndexes;
}

function jsonReader(sink: RowSink, take: Take): LineReader {
  return (text, line) => {
    if (text === '') return;
    sink.row();
    let row: unknown;
    try {
      row = JSON.parse(text);
    } catch {
      return sink.bad(line, 'json_invalid');
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return sink.bad(line, 'json_invalid');
    const fields = row as Readonly<Record<string, unknown>>;
    const first = (names: readonly string[]) => fields[names.find((name) => name in fields) ?? ''];
    take({ id: first(idNames), segments: first(segmentNames), event: first(eventNames), time: first(timeNames) }, line);
  };
}

function createTake(sink: RowSink, rules: RowDefaults): Take {
  const nowHour = hourOf(rules.nowMs);
  return ({ id, segments, event, time }, line) => {
    const identifier = identifierOf(id, rules.identifierType);
    if (identifier === null) return sink.bad(line, id === undefined || id === '' ? 'id_missing' : 'id_invalid');
    const action = actionOf(event);
    if (action === null) return sink.bad(line, 'event_unknown');
    const hour = time === undefined || time === '' ? nowHour : hourOfTime(time, nowHour);
    if (hour === null) return sink.bad(line, 'timestamp_invalid');
    const said = segments === undefined || segments === '' ? (rules.segment ?? []) : segments;
    const codes = Array.isArray(said) ? said : [said];
    if (codes.length === 0) return sink.bad(line, 'segment_missing');
    let fault: RowFaultCode | null = null;
    for (const segment of codes) {
      if (typeof segment !== 'string' || !segmentCode.test(segment)) fault ??= 'segment_invalid';
      else fault = sink.take({ identifier, segment, action, hour, line }) ?? fault;
    }
    if (fault !== null) sink.bad(line, fault);
  };
}

/** Parses `type:id` or an identifier without kind; null: invalid. */
function identifierOf(value: unknown, defaultKind: string): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const colon = text.indexOf(':');
  const said = colon > 0 ? text.slice(0, colon) : defaultKind;
  const id = colon > 0 ? text.slice(colon + 1) : text;
  if (!kindPattern.test(said) || !isIdentifier(id)) return null;
  return memberIdentifier(memberKind(said), id);
}

function actionOf(event: unknown): number | null {
  const word = event === undefined || event === null ? '' : String(event).toLowerCase();
  if (entering.has(word)) return memberActions.enter;
  return leaving.has(word) ? memberActions.leave : null;
}

/** Parses a time given as text, or as seconds or milliseconds since 1970. */
function hourOfTime(time: unknown, nowHour: number): number | null {
  const number = typeof time === 'number' || /^\d{10,13}$/.test(String(time)) ? Number(time) : null;
  const atMs = number === null ? Date.parse(String(time)) : number < 1e11 ? number * 1000 : number;
  return Number.isFinite(atMs) ? Math.min(nowHour, hourOf(atMs)) : null;
}
