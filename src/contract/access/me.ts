import { z } from 'zod';
import { locales } from '../../messages/locales.ts';
import { roles, scopes } from './scopes.ts';
import { languageSchema } from './user.ts';

const named = (what: string, example: string) =>
  z
    .strictObject({
      id: z.number().meta({ description: 'ID', example: 12 }),
      name: z.string().meta({ description: 'Display name', example }),
    })
    .meta({ description: what });

const mappingView = z.strictObject({
  advertiser: named('Media partner that advertises', 'Aurora'),
  brand: named('Brand', 'Aurora Bikes'),
  invoice: named(
    'Limits the mapping to campaigns that are invoiced to this media partner. Null if the mapping applies to all invoiced media partners.',
    'Aurora',
  ).nullable(),
});

/** The caller and its permissions. Source: product decisions 1 and 7. */
export const meView = z
  .strictObject({
    kind: z.enum(['user', 'service-account']).meta({ description: 'User or service account', example: 'user' }),
    id: z.number().meta({ description: 'ID of the user or service account', example: 12 }),
    name: z.string().meta({ description: 'Display name', example: 'Maya Peeters' }),
    actor: z.string().meta({ description: 'Name of the caller in the audit log', example: 'user:12' }),
    email: z.string().nullable().meta({
      description: 'E-mail address of the sign-in. Null for a service account.',
      example: 'maya@aurora.example',
    }),
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: 'Role of the user. Null for a service account.', example: 'advertiser' }),
    language: z.enum(locales).nullable().meta({
      description: 'Language that the user has selected. Null if none is selected or the caller is a service account.',
      example: 'nl',
    }),
    defaultLanguage: z.enum(locales).meta({ description: 'Default language of the account', example: 'en' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'Scopes of this call', example: ['campaigns:read'] }),
    reach: z.enum(['everything', 'mapped']).meta({
      description: '`mapped`: the caller sees and books only the company/brand combinations in `mappings`',
      example: 'mapped',
    }),
    mappings: z
      .array(mappingView)
      .meta({ description: 'First mappings in the order of names. Empty unless `reach` is `mapped`.' }),
    mappingCount: z.number().meta({ description: 'Total number of mappings', example: 1 }),
    signedInBy: z.enum(['token', 'session']).meta({
      description: 'Authentication of this call: access token or session cookie',
      example: 'session',
    }),
    account: z
      .strictObject({
        name: z.string().nullable().meta({ description: 'Name of the account', example: 'Northern Press' }),
        currency: z.string().meta({ description: 'Currency that forms suggest', example: 'EUR' }),
        timeZone: z.string().nullable().meta({
          description: 'Time zone that forms suggest. Null: the time zone of the browser.',
          example: 'Europe/Amsterdam',
        }),
        needsSetup: z.boolean().meta({
          description:
            'Whether the caller can complete the setup of the account: the account is empty, and no administrator has confirmed its settings.',
          example: false,
        }),
      })
      .meta({ description: 'The account' }),
    deliveryUrl: z.string().meta({
      description: 'Base URL for ad requests of pages, apps and screens, without a trailing slash',
      example: 'https://ads.example',
    }),
    locationFacts: z.array(z.enum(['country', 'region', 'city', 'postalCode'])).meta({
      description:
        'Location facts that the server determines from a geo database or from a header of a trusted proxy. Targeting by other location facts matches only requests that state them.',
      example: ['country', 'region', 'city', 'postalCode'],
    }),
    mailFrom: z.string().nullable().meta({
      description:
        'Sender address of e-mails. Null if no mail server is configured. Scheduled reports, notifications and invitations are then not sent.',
      example: 'Placard <reports@publisher.example>',
    }),
    changesNeed: z
      .strictObject({
        header: z.string().meta({ description: 'Header name', example: 'Placard-Session' }),
        value: z.string().meta({ description: 'Header value', example: '1' }),
      })
      .nullable()
      .meta({
        description:
          'Additional header that a modifying call with a session cookie must send. Null if none is required.',
        example: { header: 'Placard-Session', value: '1' },
      }),
  })
  .meta({ id: 'Me' });
/** A valid `meView`. */
export type MeView = z.output<typeof meView>;

/** Changes one's own preferences. Source: docs/decisions/0172-message-catalog.md. */
export const mePatch = z
  .strictObject({
    language: languageSchema.nullish().meta({
      description: 'Language of the interface, of problem details and of e-mails. Null: the language of the browser.',
      example: 'nl',
    }),
  })
  .meta({ id: 'MePatch' });
/** A valid `mePatch`. */
export type MePatch = z.output<typeof mePatch>;
