import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fold } from '../../../core/targeting/fold.ts';
import { foldedMember } from '../../../core/targeting/viewer-identifier.ts';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import { openSegmentFolder, type SegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { encodePart, hourOf, partsOfLayer } from '../../../exchange/audience/segment-part.ts';
import type { LayerPart, LayerSegment, SegmentLayer } from '../../../exchange/audience/segment-pointer.ts';
import { openDeliverySource } from '../../../management/resources/segment/delivery-source.ts';
import { DeliveryFault } from './delivery-fault.ts';
import { defaultTtlHours, type RowOrigin, type SegmentImportOutcome, type SegmentImportTask } from './import-task.ts';
import { openRecordFiles, type RecordFiles } from './member-records.ts';
import { mergePart } from './merge-part.ts';
import { readFileLines } from './read-file.ts';
import { createRowReader, type RowSink } from './read-rows.ts';
import { createRowReporter, type RowReporter } from './row-report.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** Maximum number of segments of a layer: indexes have 16 bits. */
const maxLayerSegments = 65_000;
/** Pause per work time of an import. Imports are not urgent, and they evict caches that ads need. */
const restPerWork = 1;
const foldedPrefix = 'folded:';

/**
 * Reads rows and writes the new parts of a layer next to those in force, without changing them. Throws errors that are
 * not faults of the delivery.
 */
export async function importMembers(task: SegmentImportTask): Promise<SegmentImportOutcome> {
  const reporter = createRowReporter();
  const records = openRecordFiles(task.workFolder);
  const list = createSegmentList(task);
  const written: string[] = [];
  const folder = openSegmentFolder(task.folder);
  const rests = createThrottle(restPerWork);
  try {
    if (task.origin.from === 'files') await readFiles(task, task.origin, { records, list, reporter, rests });
    else for (const record of task.origin.records) records.add(record);
    const made = await mergeParts(task, { folder, records, segments: list.segments, reporter, written, rests });
    if (task.origin.from === 'files') requireFew(reporter, task.origin.maxBadRowsPercent);
    await folder.settle(written);
    return { taken: true, report: reporter.report(), segments: list.segments, ...made };
  } catch (error) {
    for (const name of written) await rm(`${task.folder}/${name}`, { force: true });
    if (!(error instanceof DeliveryFault)) throw error;
    return { taken: false, code: error.code, detail: error.message, report: reporter.report() };
  } finally {
    records.close();
    await rm(task.workFolder, { recursive: true, force: true });
  }
}

type Reading = {
  readonly records: RecordFiles;
  readonly list: ReturnType<typeof createSegmentList>;
  readonly reporter: RowReporter;
  readonly rests: Throttle;
};

async function readFiles(
  task: SegmentImportTask,
  origin: Extract<RowOrigin, { from: 'files' }>,
  { records, list, reporter, rests }: Reading,
): Promise<void> {
  const source = await openDeliverySource(origin.location);
  const foreign = new Set(origin.foreign.map(fold));
  const keys = createMemberKeys(Buffer.from(task.memberKey, 'base64'));
  const isErased = createErasedTest(origin.erased, task.erasedKey);
  try {
    for (const [location, file] of origin.manifest.files.entries()) {
      const bad: RowSink['bad'] = (line, code) => reporter.bad({ file: file.path, line, code });
      const sink: RowSink = {
        row: reporter.row,
        bad,
        take({ identifier, segment: code, action, hour, line }) {
          if (foreign.has(fold(code))) return 'segment_of_another_source';
          const segment = list.indexOf(code);
          if (segment === null) return 'too_many_segments';
          if (isErased(identifier)) return null;
          keys.compute(identifier);
          records.add({ low: keys.low(), high: keys.high(), action, segment, hour, file: location, line });
          return null;
        },
      };
      const rules = { identifierType: origin.identifierType, segment: file.segment, nowMs: task.nowMs };
      const read = createRowReader(file.format, sink, rules);
      const at = origin.folder === '' ? file.path : `${origin.folder}/${file.path}`;
      await readFileLines(
        source,
        { at, file },
        {
          line: read,
          bad(line, code) {
            reporter.row();
            bad(line, code);
          },
        },
        rests,
      );
    }
  } finally {
    source.close();
  }
}

/**
 * Creates a predicate for erased members, so that a delivery exported before the erasure does not restore them. Keys
 * with the prefix `folded:` predate exact comparison of identifiers. Migration 0061 adds the prefix.
 */
function createErasedTest(erased: readonly string[], key: string): (member: string) => boolean {
  if (erased.length === 0) return () => false;
  const known = new Set(erased);
  const hasFolded = erased.some((one) => one.startsWith(foldedPrefix));
  const keys = createMemberKeys(Buffer.from(key, 'base64'));
  const keyOf = (text: string) => {
    keys.compute(text);
    return `${keys.high()}-${keys.low()}`;
  };
  return (member) =>
    known.has(keyOf(member)) || (hasFolded && known.has(`${foldedPrefix}${keyOf(foldedMember(member))}`));
}

/** Assigns indexes to segments. Existing segments keep theirs, because memberships refer to them by index. */
function createSegmentList({ layer, remaining, ttlHours }: SegmentImportTask) {
  const segments: LayerSegment[] = [...layer.segments];
  const indexOfCode = new Map(segments.map(({ code }, location) => [fold(code), location]));
  const byText = new Map<string, number>();
  const most = Math.min(maxLayerSegments, layer.segments.length + remaining);
  return {
    segments,
    indexOf(code: string): number | null {
      const seen = byText.get(code);
      if (seen !== undefined) return seen;
      const known = indexOfCode.get(fold(code));
      if (known === undefined && segments.length >= most) return null;
      const location = known ?? segments.push({ code, ttlHours: ttlHours[fold(code)] ?? defaultTtlHours }) - 1;
      indexOfCode.set(fold(code), location);
      byText.set(code, location);
      return location;
    },
  };
}

type Merging = {
  readonly folder: SegmentFolder;
  readonly records: RecordFiles;
  readonly segments: readonly LayerSegment[];
  readonly reporter: RowReporter;
  /** Receives the names of the written files. */
  readonly written: string[];
  readonly rests: Throttle;
};

async function mergeParts(task: SegmentImportTask, { folder, records, segments, reporter, written, rests }: Merging) {
  const { layer, origin } = task;
  const isFull = origin.from === 'files' && origin.manifest.kind === 'full';
  const files = origin.from === 'files' ? origin.manifest.files : [];
  const nowHour = hourOf(task.nowMs);
  const attributes = attributesOf(segments);
  const sizes = segments.map(() => 0);
  const parts: LayerPart[] = [];
  for (let part = 0; part < partsOfLayer; part += 1) {
    await rests.rest();
    const said = records.read(part);
    const known = layer.parts.find((one) => one.part === part);
    const { part: merged, used } = mergePart({
      before: known === undefined || isFull ? null : await folder.readPart(known),
      records: said,
      attributes,
      firstHourOf: (segment) => nowHour + 1 - (segments[segment]?.ttlHours ?? 0),
      onRepeat: ({ file, line }) => reporter.bad({ file: files[file]?.path ?? '', line, code: 'repeated' }),
    });
    for (let at = 0; at < used.memberships; at += 1) {
      const segment = merged.segments[at] as number;
      sizes[segment] = (sizes[segment] as number) + 1;
    }
    if (used.members === 0) continue;
    const isSame = known?.members === used.members && known.memberships === used.memberships && said.length === 0;
    if (isSame && !isFull) {
      parts.push(known);
      continue;
    }
    const content = encodePart(merged, used);
    const name = `${layer.source}-${task.run}-${part}.part`;
    written.push(name);
    await folder.write(name, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    parts.push({ part, name, sha256, bytes: content.length, ...used });
  }
  return { parts, sizes };
}

/** Returns the number of the attribute of each segment, by segment index; 0: no attribute. */
function attributesOf(segments: SegmentLayer['segments']): Uint16Array {
  const numbers = new Map<string, number>();
  return Uint16Array.from(segments, ({ attribute }) => {
    if (attribute === undefined) return 0;
    const number = numbers.get(attribute) ?? numbers.size + 1;
    numbers.set(attribute, number);
    return number;
  });
}

/** A few invalid rows are tolerated. Many indicate that the platform exported something else. */
function requireFew(reporter: RowReporter, maxPercent: number): void {
  const { rows, badRows } = reporter.report();
  if (maxPercent >= 100 || badRows * 100 <= rows * maxPercent) return;
  throw new DeliveryFault('too_many_bad_rows', `${badRows} of ${rows} rows are invalid, more than ${maxPercent} %`);
}
