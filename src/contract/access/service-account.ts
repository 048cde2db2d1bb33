import { z } from 'zod';
import { commonView, externalIdSchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { publicKeysSchema } from './public-key.ts';
import { scopes } from './scopes.ts';

/** Creates or replaces a service account. Source: product decisions 7. */
export const serviceAccountBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Booking import' }),
    externalId: externalIdSchema,
    scopes: z
      .array(z.enum(scopes))
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .refine((given) => new Set(given).size === given.length, { error: fieldMessage('noDuplicates') })
      .meta({
        description: 'What it may do; no more than the caller may',
        example: ['campaigns:read', 'bookings:read'],
      }),
    publicKeys: publicKeysSchema.nullish().meta({
      description: 'Its public keys: with any it gets tokens by `private_key_jwt` alone (RFC 7523), and has no secrets',
      example: [],
    }),
  })
  .meta({ id: 'ServiceAccountBody' });
/** A valid `serviceAccountBody`. */
export type ServiceAccountBody = z.output<typeof serviceAccountBody>;

const serviceAccountFields = {
  ...commonView,
  clientId: z.string().meta({ description: 'Client id for `/oauth2/token`', example: 'sa_bH8yJ2mQ4vTzXw1c' }),
  scopes: z.array(z.enum(scopes)).meta({ description: 'What it may do', example: ['campaigns:read', 'bookings:read'] }),
  secrets: z
    .array(
      z.strictObject({
        createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
      }),
    )
    .meta({ description: 'Its valid secrets, newest first, at most two; the secrets themselves cannot be read' }),
  publicKeys: publicKeysSchema.meta({ description: 'Its public keys', example: [] }),
  lastUsedAt: z.string().nullable().meta({ description: 'When it last got a token', example: null }),
};

/** A service account as it is read; never with a secret. Source: product decisions 7. */
export const serviceAccountView = z.strictObject(serviceAccountFields).meta({ id: 'ServiceAccount' });

/** What only the answer to a create, or to a new secret, shows. */
export const serviceAccountWithSecretView = z
  .strictObject({
    ...serviceAccountFields,
    clientSecret: z
      .string()
      .nullable()
      .meta({ description: 'Shown once; keep it. null: it has public keys instead', example: 'kq0W...' }),
  })
  .meta({ id: 'ServiceAccountWithSecret' });
