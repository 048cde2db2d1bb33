import { z } from 'zod';
import { idText, instantSchema, lineOfText, pageQuery, severalOf } from '../common/common.ts';

const hash = (description: string) =>
  z.string().meta({ description, example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
const state = (description: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, example: { id: 12, name: 'Winter', version: 2 } });

/** One change as it was written down. Source: product decisions 7; docs/decisions/0048-audit-chain.md. */
export const auditEntryView = z
  .strictObject({
    id: z.number().meta({ description: 'Its number in the chain: 1, 2, 3, none left out', example: 42 }),
    at: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    actor: z.string().meta({ description: 'Who made the change', example: 'service-account:7' }),
    action: z.string().meta({ description: 'What was done', example: 'update' }),
    kind: z.string().meta({ description: 'Kind of the object, as in its path below /api/v1', example: 'campaigns' }),
    objectId: z.number().nullable().meta({ description: 'Id of the object', example: 12 }),
    before: state('The object before; null: there was none'),
    after: state('The object after'),
    requestId: z.string().nullable().meta({
      description: 'The call that did it, as its `Request-Id` header said; null: no call',
      example: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4',
    }),
    contentHash: hash('SHA-256 of what the entry says'),
    previousHash: hash('`hash` of the entry before; 64 zeros for the first'),
    hash: hash('SHA-256 of `previousHash`, `id` and `contentHash` with a space between'),
  })
  .meta({ id: 'AuditEntry' });
/** An object of `auditEntryView`. */
export type AuditEntryView = z.output<typeof auditEntryView>;

const orders = ['id', '-id'] as const;

/** Filters, order and page of `GET /audit`. */
export const auditQuery = z.strictObject({
  ...pageQuery(),
  cursor: idText('entry')
    .optional()
    .meta({ description: 'Where to go on, from the `Link: rel="next"` header: the id of the last entry seen' }),
  sort: z.enum(orders).default('-id').meta({ description: '`-id`: newest first; `id`: oldest first', example: '-id' }),
  actor: severalOf(lineOfText(100), 'Who made the change', 'service-account:7'),
  action: severalOf(lineOfText(100), 'What was done', 'update'),
  kind: severalOf(lineOfText(100), 'Kind of the object', 'campaigns'),
  objectId: severalOf(idText('object'), 'Id of the object', 12),
  requestId: severalOf(lineOfText(100), 'The call that did it', '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4'),
  from: instantSchema.optional().meta({ description: 'Not before this time' }),
  to: instantSchema.optional().meta({ description: 'Before this time' }),
});
/** A valid `auditQuery`. */
export type AuditQuery = z.output<typeof auditQuery>;
