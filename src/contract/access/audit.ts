import { z } from 'zod';
import { idText, instantSchema, lineOfText, pageQuery, severalOf } from '../common/common.ts';

const hash = (description: string) =>
  z.string().meta({ description, example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
const state = (description: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, example: { id: 12, name: 'Winter', version: 2 } });

/** A recorded change. Source: product decisions 7; docs/decisions/0048-audit-chain.md. */
export const auditEntryView = z
  .strictObject({
    id: z.number().meta({ description: 'Sequence number in the audit chain: 1, 2, 3, without gaps', example: 42 }),
    at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    actor: z.string().meta({ description: 'Author of the change', example: 'service-account:7' }),
    action: z.string().meta({ description: 'Operation, such as `update`', example: 'update' }),
    kind: z
      .string()
      .meta({ description: 'Type of the object, as in the API path below /api/v1', example: 'campaigns' }),
    objectId: z.number().nullable().meta({ description: 'ID of the object', example: 12 }),
    before: state('Object before the change. Null if the object did not exist.'),
    after: state('Object after the change'),
    requestId: z.string().nullable().meta({
      description: '`Request-Id` of the API call that made the change. Null if no API call made it.',
      example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    contentHash: hash('SHA-256 of the content of the entry'),
    previousHash: hash('`hash` of the previous entry. 64 zeros for the first entry.'),
    hash: hash('SHA-256 of `previousHash`, `id` and `contentHash`, separated by a space'),
  })
  .meta({ id: 'AuditEntry' });
/** An object of `auditEntryView`. */
export type AuditEntryView = z.output<typeof auditEntryView>;

const orders = ['id', '-id'] as const;

/** Filters, order and page of `GET /audit`. */
export const auditQuery = z.strictObject({
  ...pageQuery(),
  cursor: idText('entry').optional().meta({
    description:
      'Cursor of the next page, from the `Link: rel="next"` header: the ID of the last entry of the previous page',
  }),
  sort: z.enum(orders).default('-id').meta({ description: '`-id`: newest first; `id`: oldest first', example: '-id' }),
  actor: severalOf(lineOfText(100), 'Author of the change', 'service-account:7'),
  action: severalOf(lineOfText(100), 'Operation', 'update'),
  kind: severalOf(lineOfText(100), 'Type of the object', 'campaigns'),
  objectId: severalOf(idText('object'), 'ID of the object', 12),
  requestId: severalOf(
    lineOfText(100),
    '`Request-Id` of the API call that made the change',
    '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
  ),
  from: instantSchema.optional().meta({ description: 'Start of the period (inclusive)' }),
  to: instantSchema.optional().meta({ description: 'End of the period (exclusive)' }),
});
/** A valid `auditQuery`. */
export type AuditQuery = z.output<typeof auditQuery>;
