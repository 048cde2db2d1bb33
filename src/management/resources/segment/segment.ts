/*
 * Audience segments and the sources of their members.
 *
 * - `segment.ts`, `segment-routes.ts`, `segment-rows.ts`: the resource. `destination-connection.ts`,
 *   `delivery-source.ts`: folders and buckets of data platforms.
 * - `attribute-sync.ts`, `store-attributes.ts`: attributes sent by back ends. `member-hash.ts`, `viewer-keys.ts`: keys of members.
 * - `erasure-routes.ts`, `erased-shopper.ts`: erasure of a user.
 *
 * Members are stored in files by `worker/audiences`. See docs/internals/audiences.md.
 */

import type { z } from 'zod';
import { type SegmentBody, segmentBody, segmentView } from '../../../contract/audience/segment.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { segmentType } from '../../../contract/resource-types/segment.ts';
import { fold } from '../../../core/targeting/fold.ts';
import { idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';

/** Most segments of a deployment: layers identify their segments with 16 bits. */
export const maxSegments = 60_000;

/**
 * Resource `/segments`. Members are set by deliveries and attributes. Source: docs/decisions/0110-audience-segments.md.
 */
export const segmentResource: Resource<'segment', typeof segmentBody, z.output<typeof segmentView>> = {
  ...segmentType,
  table: 'segment',
  body: segmentBody,
  view: segmentView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      code: row.code,
      ttl: row.ttlSeconds,
      source: row.sourceId,
      size: row.size,
      freshAt: row.freshAt?.toISOString() ?? null,
    })),
  async columns(body, write) {
    await requireFree(body, write);
    const id = body.source ?? null;
    if (id !== null && id !== write.current?.sourceId) {
      await requireReference(write, {
        table: 'destinationConnection',
        id,
        pointer: '/source',
        noun: 'destination-connections',
      });
    }
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      code: body.code,
      foldedCode: fold(body.code),
      sourceId: id,
      attribute: write.current?.attribute ?? null,
      ttlSeconds: body.ttl,
      size: write.current?.size ?? 0,
      freshAt: write.current?.freshAt ?? null,
    };
  },
  filters: {
    source: idFilter('segment.sourceId', 'destination connection'),
    code: textFilter('segment.code', 'Code, exactly'),
    externalId: textFilter('segment.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'code'],
  sortColumns: ['size'],
  computedFields: ['size', 'freshAt'],
  requiredActive: ({ sourceId }) =>
    sourceId === null ? [] : [{ table: 'destinationConnection', ids: [sourceId], noun: 'destination-connections' }],
};

/**
 * Requires an unchanged and unique code, because deliveries, targeting and files identify a segment by it. Codes are
 * compared folded.
 */
async function requireFree({ code }: SegmentBody, { transaction, current }: WriteContext<'segment'>): Promise<void> {
  const foldedCode = fold(code);
  if (current !== null && current.foldedCode !== foldedCode) {
    throw new DomainError('in_use', { detail: detailMessage('segmentCodeImmutable') });
  }
  const other = await transaction
    .selectFrom('segment')
    .select('segment.code')
    .where('segment.foldedCode', '=', foldedCode)
    .where('segment.archivedAt', 'is', null)
    .where('segment.id', '!=', current?.id ?? 0)
    .executeTakeFirst();
  if (other === undefined) return;
  const message = fieldMessage('takenValue', { value: other.code });
  const errors = [{ pointer: '/code', in: 'body' as const, code: 'already_exists', message }];
  throw new DomainError('already_exists', { errors });
}
