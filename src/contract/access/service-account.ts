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
        description: 'Scopes of the service account, limited to the scopes of the caller',
        example: ['campaigns:read', 'bookings:read'],
      }),
    publicKeys: publicKeysSchema.nullish().meta({
      description:
        'Public keys. With at least one key, the service account gets tokens only with `private_key_jwt` (RFC 7523) and has no secrets.',
      example: [],
    }),
  })
  .meta({ id: 'ServiceAccountBody' });
/** A valid `serviceAccountBody`. */
export type ServiceAccountBody = z.output<typeof serviceAccountBody>;

const serviceAccountFields = {
  ...commonView,
  clientId: z.string().meta({ description: 'Client ID for `/oauth2/token`', example: 'sa_bH8yJ2mQ4vTzXw1c' }),
  scopes: z
    .array(z.enum(scopes))
    .meta({ description: 'Scopes of the service account', example: ['campaigns:read', 'bookings:read'] }),
  secrets: z
    .array(
      z.strictObject({
        createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
      }),
    )
    .meta({ description: 'Valid secrets, newest first, at most 2. The secrets themselves cannot be read.' }),
  publicKeys: publicKeysSchema.meta({ description: 'Public keys of the service account', example: [] }),
  lastUsedAt: z.string().nullable().meta({
    description: 'Time of the last token request. Null if the service account has never requested a token.',
    example: null,
  }),
};

/** A service account as returned by the API, without its secrets. Source: product decisions 7. */
export const serviceAccountView = z.strictObject(serviceAccountFields).meta({ id: 'ServiceAccount' });

/** A service account with its new secret. Returned only when the account or the secret is created. */
export const serviceAccountWithSecretView = z
  .strictObject({
    ...serviceAccountFields,
    clientSecret: z.string().nullable().meta({
      description: 'Client secret, returned only once. Store it safely. Null if the service account has public keys.',
      example: 'kq0W...',
    }),
  })
  .meta({ id: 'ServiceAccountWithSecret' });
