import { hourOf } from '../../exchange/audience/segment-part.ts';
import type { LayerSegment } from '../../exchange/audience/segment-pointer.ts';
import { readSegmentRows, segmentRoom } from '../../management/resources/segment/segment-rows.ts';
import { defaultTtlHours } from './import/import-task.ts';
import { type MemberRecord, memberActions } from './import/member-records.ts';
import { layerOf, type SegmentBench } from './segment-work.ts';
import { putOutcomeInForce } from './take-deliveries.ts';

export const attributeSource = 'attributes';
/** Rows of one merge: what comes faster waits in the table. */
const maxRowsAtOnce = 200_000;

/** Puts what back ends have said into files, and then forgets the rows. @returns true: more waits */
export async function mergeAttributes(bench: SegmentBench): Promise<boolean> {
  const { database } = bench;
  const rows = await database
    .selectFrom('attributeInbox')
    .selectAll()
    .orderBy('attributeInbox.id')
    .limit(maxRowsAtOnce)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) return false;
  const layer = await layerOf(bench, attributeSource);
  const segments: LayerSegment[] = [...layer.segments];
  const places = new Map(segments.map(({ code }, place) => [code, place]));
  const anyValueOf = new Map(segments.map(({ attribute }, place) => [attribute, place]));
  const taken = new Set(
    (await readSegmentRows(database)).filter((row) => row.attribute === null).map((row) => row.code),
  );
  let room = await segmentRoom(database);
  const placeFor = (code: string, attribute: string): number | null => {
    const known = places.get(code);
    if (known !== undefined || room === 0 || taken.has(code)) return known ?? null;
    room -= 1;
    const place = segments.push({ code, attribute, ttlHours: defaultTtlHours }) - 1;
    places.set(code, place);
    anyValueOf.set(attribute, place);
    return place;
  };
  const records = rows.flatMap(({ low, high, attribute, codes, saidAt }): MemberRecord[] => {
    const of = { low, high, hour: Math.min(hourOf(saidAt.getTime()), hourOf(bench.clockMs())), file: 0, line: 0 };
    const entered = codes.flatMap((code) => placeFor(code, attribute) ?? []);
    const clear = anyValueOf.get(attribute);
    return [
      ...(clear === undefined ? [] : [{ ...of, action: memberActions.clear, segment: clear }]),
      ...entered.map((segment) => ({ ...of, action: memberActions.enter, segment })),
    ];
  });
  const outcome = await bench.importInto({ ...layer, segments }, { from: 'records', records });
  if (!outcome.taken) throw new Error(outcome.detail);
  await putOutcomeInForce(bench, layer, outcome, null);
  await database.deleteFrom('attributeInbox').where('attributeInbox.id', '<=', last.id).execute();
  return rows.length === maxRowsAtOnce;
}
