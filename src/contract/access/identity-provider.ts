import { z } from 'zod';
import { commonView, domainsSchema, externalIdSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { roles } from './scopes.ts';

const maxGroupRoles = 200;

const groupRoleSchema = z.strictObject({
  group: lineOfText(255).meta({ description: 'Group as the identity provider names it', example: 'ad-operations' }),
  role: z.enum(roles).meta({ description: 'Role of its members', example: 'manager' }),
});

const fields = {
  issuer: z
    .url({ protocol: /^https?$/, error: fieldMessage('urlExample', { example: 'https://login.aurora.example' }) })
    .max(500, { error: fieldMessage('maxCharacters', { count: 500 }) })
    .regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))[^?#\s]*$/, {
      error: fieldMessage('issuerUrl'),
    })
    .meta({
      description: 'Issuer, exactly as it names itself; its `/.well-known/openid-configuration` says the rest',
      example: 'https://login.aurora.example',
    }),
  clientId: lineOfText(255).meta({ description: 'Client id that it knows this server by', example: 'placard' }),
  domains: domainsSchema.min(1, { error: fieldMessage('minEntries', { count: 1 }) }).meta({
    description:
      'E-mail domains of the people who sign in there. A domain has at most one active identity provider, and counts once it ' +
      'is confirmed: at once when the caller has `users:write`, otherwise by `confirm-domains`',
    example: ['aurora.example'],
  }),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, { error: fieldMessage('scopeNoSpaces') }))
    .min(1)
    .max(20)
    .refine((scopes) => scopes.includes('openid'), { error: fieldMessage('openidScope') })
    .default(['openid', 'profile', 'email'])
    .meta({
      description: 'What is asked for; some providers tell groups by a scope of their own',
      example: ['openid', 'email'],
    }),
  groupsClaim: lineOfText(100)
    .default('groups')
    .meta({ description: 'Claim of the id token that lists the groups of a person', example: 'groups' }),
  groupRoles: z
    .array(groupRoleSchema)
    .max(maxGroupRoles, { error: fieldMessage('maxEntries', { count: maxGroupRoles }) })
    .default([])
    .meta({
      description:
        'The role of the members of each group, set again at every sign-in: the one that may most of several, `advertiser` ' +
        'for who is in none. Empty: roles are given here, and stay',
    }),
  assumeEmailVerified: z.boolean().default(false).meta({
    description:
      'For a provider that does not say `email_verified` and gives out addresses of these domains to nobody but their owners',
    example: false,
  }),
};

/** Creates or replaces an identity provider. Source: product decisions 7; OpenID Connect Core 1.0. */
export const identityProviderBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora' }),
    externalId: externalIdSchema,
    ...fields,
    clientSecret: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'Never shown; absent: as before, or none', example: 'kq0W...' }),
    sharedRedirectUri: z.boolean().optional().meta({
      description: '`false` once `redirectUri` is registered there; never `true` for a new provider; absent: as before',
      example: false,
    }),
  })
  .meta({ id: 'IdentityProviderBody' });

const domainClaimView = z.strictObject({
  domain: z.string().meta({ description: 'E-mail domain', example: 'aurora.example' }),
  confirmedAt: z.string().nullable().meta({
    description: 'RFC 3339, UTC; null: an administrator has not confirmed it, so new people cannot sign in with it',
    example: '2026-11-21T09:00:00.000Z',
  }),
  activatesMappings: z.boolean().meta({
    description:
      'Whether user mappings written before the first sign-in of a person apply to them. Set when who confirmed the ' +
      'domain had `user-mapping:write`',
    example: true,
  }),
});

/** An identity provider as it is read; never with its secret. */
export const identityProviderView = z
  .strictObject({
    ...commonView,
    ...fields,
    domains: domainsSchema.meta({
      description: 'E-mail domains of the people who sign in there',
      example: ['aurora.example'],
    }),
    domainClaims: z.array(domainClaimView).meta({ description: 'State of each domain; empty when it is archived' }),
    hasClientSecret: z.boolean().meta({ description: 'Whether it was given a client secret', example: true }),
    redirectUri: z
      .string()
      .meta({ description: 'To be registered there', example: 'https://ads.example/auth/callback/12' }),
    sharedRedirectUri: z.boolean().meta({
      description:
        'Whether sign-ins still return to `/auth/callback`, which an earlier version used for every provider. Register `redirectUri` ' +
        'there, then set this to `false`',
      example: false,
    }),
    backChannelLogoutUri: z.string().meta({
      description: 'To be registered there: signing out there ends the sessions here',
      example: 'https://ads.example/auth/back-channel-logout/12',
    }),
  })
  .meta({ id: 'IdentityProvider' });

/** A person there, for a user who has one here already. */
export const userIdentityBody = z
  .strictObject({
    identityProviderId: z.int().positive().meta({ description: 'Id of the identity provider', example: 12 }),
    subject: lineOfText(255).meta({ description: 'Who they are there (`sub`)', example: '248289761001' }),
  })
  .meta({ id: 'UserIdentityBody' });

/** A person at an identity provider as whom a user signs in. */
export const userIdentityView = z
  .strictObject({
    id: z.number().meta({ description: 'Id', example: 12 }),
    identityProviderId: z
      .number()
      .nullable()
      .meta({ description: 'Id of the identity provider with that issuer; null: there is none any more', example: 12 }),
    issuer: z
      .string()
      .meta({ description: 'Issuer of the identity provider', example: 'https://login.aurora.example' }),
    subject: z.string().meta({ description: 'Who they are there (`sub`)', example: '248289761001' }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'UserIdentity' });
/** A valid `userIdentityView`. */
export type UserIdentityView = z.output<typeof userIdentityView>;
