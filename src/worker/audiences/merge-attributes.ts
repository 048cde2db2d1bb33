import { hourOf } from '../../exchange/audience/segment-part.ts';
import type { LayerSegment } from '../../exchange/audience/segment-pointer.ts';
import { readSegmentRows, remainingSegments } from '../../management/resources/segment/segment-rows.ts';
import { defaultTtlHours } from './import/import-task.ts';
import { type MemberRecord, memberActions } from './import/member-records.ts';
import { putOutcomeInForce } from './import-deliveries.ts';
import { layerOf, type SegmentContext } from './segment-work.ts';

export const attributeSource = 'attributes';
/** Maximum number of rows per merge. Further rows remain in the table. */
const maxRowsAtOnce = 200_000;

/** Writes attributes of back ends to segment files and deletes the rows. @returns true: more rows are pending */
export async function mergeAttributes(bench: SegmentContext): Promise<boolean> {
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
  const codeIndexes = new Map(segments.map(({ code }, index) => [code, index]));
  const anyValueOf = new Map(segments.map(({ attribute }, index) => [attribute, index]));
  const taken = new Set(
    (await readSegmentRows(database)).filter((row) => row.attribute === null).map((row) => row.code),
  );
  let remaining = await remainingSegments(database);
  const indexFor = (code: string, attribute: string): number | null => {
    const known = codeIndexes.get(code);
    if (known !== undefined || remaining === 0 || taken.has(code)) return known ?? null;
    remaining -= 1;
    const index = segments.push({ code, attribute, ttlHours: defaultTtlHours }) - 1;
    codeIndexes.set(code, index);
    anyValueOf.set(attribute, index);
    return index;
  };
  const records = rows.flatMap(({ low, high, attribute, codes, saidAt }): MemberRecord[] => {
    const of = { low, high, hour: Math.min(hourOf(saidAt.getTime()), hourOf(bench.clockMs())), file: 0, line: 0 };
    const entered = codes.flatMap((code) => indexFor(code, attribute) ?? []);
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
