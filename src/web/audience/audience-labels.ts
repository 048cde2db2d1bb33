import type { DestinationConnection, SegmentDelivery } from '../../client/generated/types.gen.ts';
import type { Tone } from '../labels/status-labels.ts';

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };

/** What became of a delivery of segments, in words. */
export const segmentDeliveryStatusLabels: Readonly<Record<SegmentDelivery['status'], Words>> = {
  importing: { text: 'Being read', tone: 'busy', means: 'What was in force before still is.' },
  accepted: { text: 'In force', tone: 'good', means: 'It was taken, without its wrong rows.' },
  refused: { text: 'Refused', tone: 'bad', means: 'Nothing of it was taken: what was in force before still is.' },
};

/** How a connection stands. */
export function connectionStatus({ archivedAt, active, problem, checkedAt }: DestinationConnection): Words {
  if (archivedAt !== null) return { text: 'Archived', tone: 'quiet', means: 'It is not looked at any more.' };
  if (!active) return { text: 'Off', tone: 'quiet', means: 'Switched off by hand.' };
  if (problem !== null) return { text: 'Away', tone: 'bad', means: problem };
  if (checkedAt === null) return { text: 'New', tone: 'busy', means: 'It is looked at within half a minute.' };
  return { text: 'Working', tone: 'good', means: 'It could be looked at.' };
}

/** Where the files of a connection are, in a line. */
export function connectionTargetText({ kind, folder, bucket, prefix }: DestinationConnection): string {
  if (kind === 'folder') return `Folder ${folder ?? ''}`;
  return `s3://${bucket ?? ''}${prefix === null ? '' : `/${prefix}`}`;
}

const faultTexts: Readonly<Record<string, string>> = {
  wrong_columns: 'other columns than the first line',
  json_invalid: 'no JSON object',
  not_utf8: 'no UTF-8',
  line_too_long: 'line too long',
  id_missing: 'no identifier',
  id_invalid: 'no usable identifier',
  segment_missing: 'no segment',
  segment_invalid: 'no usable code of a segment',
  segment_of_another_source: 'segment of another source',
  too_many_segments: 'more segments than there may be',
  event_unknown: 'unknown event',
  timestamp_invalid: 'no time',
  repeated: 'said before',
};

/** What is wrong with a row, in words. */
export function segmentFaultText(code: string): string {
  return faultTexts[code] ?? code;
}
