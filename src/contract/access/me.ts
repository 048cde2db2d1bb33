import { z } from 'zod';
import { locales } from '../../messages/locales.ts';
import { roles, scopes } from './scopes.ts';
import { languageSchema } from './user.ts';

const named = (what: string, example: string) =>
  z
    .strictObject({
      id: z.number().meta({ description: 'Id', example: 12 }),
      name: z.string().meta({ description: 'Name, for people', example }),
    })
    .meta({ description: what });

const mappingView = z.strictObject({
  advertiser: named('Media partner that advertises', 'Aurora'),
  brand: named('Brand', 'Aurora Bikes'),
  invoice: named('Only campaigns for which this media partner is invoiced; null: whoever is', 'Aurora').nullable(),
});

/** Who is calling, and what they may do. Source: product decisions 1 and 7. */
export const meView = z
  .strictObject({
    kind: z.enum(['user', 'service-account']).meta({ description: 'A person or a program', example: 'user' }),
    id: z.number().meta({ description: 'Id of the user or of the service account', example: 12 }),
    name: z.string().meta({ description: 'Name, for people', example: 'Maya Peeters' }),
    actor: z.string().meta({ description: 'How they stand in the audit', example: 'user:12' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'With which they sign in; null for a program', example: 'maya@aurora.example' }),
    role: z.enum(roles).nullable().meta({ description: 'null for a program', example: 'advertiser' }),
    language: z.enum(locales).nullable().meta({
      description: 'Language that the user has chosen; null: none, or the caller is a service account',
      example: 'nl',
    }),
    defaultLanguage: z.enum(locales).meta({ description: 'Default language of the account', example: 'en' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What this call may do', example: ['campaigns:read'] }),
    reach: z.enum(['everything', 'mapped']).meta({
      description: '`mapped`: sees and books for the company/brand combinations in `mappings` alone',
      example: 'mapped',
    }),
    mappings: z.array(mappingView).meta({ description: 'With `reach` `mapped`: the first of them, in order of name' }),
    mappingCount: z.number().meta({ description: 'How many there are', example: 1 }),
    signedInBy: z.enum(['token', 'session']).meta({
      description: 'Access token, or cookie of a session',
      example: 'session',
    }),
    deliveryUrl: z.string().meta({
      description: 'Where pages, apps and screens ask for ads, without a slash at its end',
      example: 'https://ads.example',
    }),
    mailFrom: z.string().nullable().meta({
      description: 'Address that reports by schedule are mailed from; null: no mail server is set, and none is sent',
      example: 'Placard <reports@publisher.example>',
    }),
    changesNeed: z
      .strictObject({
        header: z.string().meta({ description: 'Name of the header', example: 'Placard-Session' }),
        value: z.string().meta({ description: 'Its value', example: '1' }),
      })
      .nullable()
      .meta({
        description: 'What a call by cookie that changes something has to send besides; null: nothing',
        example: { header: 'Placard-Session', value: '1' },
      }),
  })
  .meta({ id: 'Me' });
/** A valid `meView`. */
export type MeView = z.output<typeof meView>;

/** Changes one's own preferences. Source: docs/decisions/0172-message-catalogue.md. */
export const mePatch = z
  .strictObject({
    language: languageSchema.nullish().meta({
      description: 'Language of the interface, of problem details and of e-mails. Null: the language of the browser',
      example: 'nl',
    }),
  })
  .meta({ id: 'MePatch' });
/** A valid `mePatch`. */
export type MePatch = z.output<typeof mePatch>;
