import type { DestinationConnection, SegmentDelivery } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import type { Tone } from '../labels/status-labels.ts';

type BadgeProps = { readonly text: string; readonly tone: Tone; readonly hint: string };

const deliveryTones: Readonly<Record<SegmentDelivery['status'], Tone>> = {
  importing: 'busy',
  accepted: 'good',
  refused: 'bad',
};

/** The status of a delivery of segments, as the props of a badge. */
export function deliveryStatusBadge(status: SegmentDelivery['status']): BadgeProps {
  const hint = t(`audience.deliveryStatusHint.${status}`);
  return { text: t(`audience.deliveryStatus.${status}`), tone: deliveryTones[status], hint };
}

/** Statuses of deliveries, for filters. */
export function deliveryStatusOptions() {
  const statuses = Object.keys(deliveryTones) as SegmentDelivery['status'][];
  return statuses.map((value) => ({ value, label: t(`audience.deliveryStatus.${value}`) }));
}

/** The status of a connection, as the props of a badge. */
export function connectionStatusBadge({ archivedAt, active, problem, checkedAt }: DestinationConnection): BadgeProps {
  if (archivedAt !== null) return connectionBadge('archived', 'quiet');
  if (!active) return connectionBadge('off', 'quiet');
  if (problem !== null) return { text: t('audience.connectionStatus.unreachable'), tone: 'bad', hint: problem };
  return checkedAt === null ? connectionBadge('new', 'busy') : connectionBadge('healthy', 'good');
}

function connectionBadge(status: 'archived' | 'off' | 'new' | 'healthy', tone: Tone): BadgeProps {
  return { text: t(`audience.connectionStatus.${status}`), tone, hint: t(`audience.connectionStatusHint.${status}`) };
}

/** The destination of the files of a connection. */
export function connectionTargetText({ kind, folder, bucket, prefix }: DestinationConnection): string {
  if (kind === 'folder') return t('audience.format.folder', { path: folder ?? '' });
  return `s3://${bucket ?? ''}${prefix === null ? '' : `/${prefix}`}`;
}

const rowFaults = [
  'wrong_columns',
  'json_invalid',
  'not_utf8',
  'line_too_long',
  'id_missing',
  'id_invalid',
  'segment_missing',
  'segment_invalid',
  'segment_of_another_source',
  'too_many_segments',
  'event_unknown',
  'timestamp_invalid',
  'repeated',
] as const;

/** Why a row is invalid. Unknown codes are shown as they are. */
export function segmentFaultText(code: string): string {
  const fault = rowFaults.find((known) => known === code);
  return fault === undefined ? code : t(`audience.rowFault.${fault}`);
}
