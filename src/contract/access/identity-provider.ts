import { z } from 'zod';
import { commonView, domainsSchema, externalIdSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { roles } from './scopes.ts';

const maxGroupRoles = 200;

const groupRoleSchema = z.strictObject({
  group: lineOfText(255).meta({ description: 'Name of the group at the identity provider', example: 'ad-operations' }),
  role: z.enum(roles).meta({ description: "Role of the group's members", example: 'manager' }),
});

const fields = {
  issuer: z
    .url({ protocol: /^https?$/, error: fieldMessage('urlExample', { example: 'https://login.aurora.example' }) })
    .max(500, { error: fieldMessage('maxCharacters', { count: 500 }) })
    .regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))[^?#\s]*$/, {
      error: fieldMessage('issuerUrl'),
    })
    .meta({
      description:
        'Issuer, exactly as the identity provider states it. All other settings are read from its `/.well-known/openid-configuration`.',
      example: 'https://login.aurora.example',
    }),
  clientId: lineOfText(255).meta({
    description: 'Client ID of this server at the identity provider',
    example: 'placard',
  }),
  domains: domainsSchema.min(1, { error: fieldMessage('minEntries', { count: 1 }) }).meta({
    description:
      'E-mail domains of the users who sign in with this identity provider. A domain has at most one active identity provider and takes effect when it is confirmed: immediately if the caller has `users:write`, otherwise by `confirm-domains`.',
    example: ['aurora.example'],
  }),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, { error: fieldMessage('scopeNoSpaces') }))
    .min(1)
    .max(20)
    .refine((scopes) => scopes.includes('openid'), { error: fieldMessage('openidScope') })
    .default(['openid', 'profile', 'email'])
    .meta({
      description: 'Requested scopes. Some providers require an additional scope for groups.',
      example: ['openid', 'email'],
    }),
  groupsClaim: lineOfText(100)
    .default('groups')
    .meta({ description: 'Claim of the ID token that lists the groups of a user', example: 'groups' }),
  groupRoles: z
    .array(groupRoleSchema)
    .max(maxGroupRoles, { error: fieldMessage('maxEntries', { count: maxGroupRoles }) })
    .default([])
    .meta({
      description:
        'Role for each group, applied again at every sign-in. A member of several groups gets the highest-privilege role. A user without a listed group becomes `advertiser`. If empty, roles are assigned here and sign-ins do not change them.',
    }),
  assumeEmailVerified: z.boolean().default(false).meta({
    description:
      'Treats e-mail addresses as verified. Enable only if the provider omits `email_verified` and issues addresses of these domains only to their owners.',
    example: false,
  }),
};

/** Creates or replaces an identity provider. Source: product decisions 7; OpenID Connect Core 1.0. */
export const identityProviderBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Aurora' }),
    externalId: externalIdSchema,
    ...fields,
    clientSecret: z.string().min(1).max(1_000).optional().meta({
      description: 'Client secret. Never returned. If omitted, the current secret is unchanged.',
      example: 'kq0W...',
    }),
    sharedRedirectUri: z.boolean().optional().meta({
      description:
        'Set to `false` when `redirectUri` is registered at the provider. Cannot be `true` for a new provider. If omitted, the value is unchanged.',
      example: false,
    }),
  })
  .meta({ id: 'IdentityProviderBody' });

const domainClaimView = z.strictObject({
  domain: z.string().meta({ description: 'E-mail domain', example: 'aurora.example' }),
  confirmedAt: z.string().nullable().meta({
    description:
      'Time of confirmation, RFC 3339, UTC. Null if no administrator has confirmed the domain. New users cannot sign in with an unconfirmed domain.',
    example: '2026-11-21T09:00:00.000Z',
  }),
  activatesMappings: z.boolean().meta({
    description:
      'Whether user mappings that were created before the first sign-in of a user apply to that user. True if the domain was confirmed by a caller with `user-mapping:write`.',
    example: true,
  }),
});

/** An identity provider as returned by the API, without its secret. */
export const identityProviderView = z
  .strictObject({
    ...commonView,
    ...fields,
    domains: domainsSchema.meta({
      description: 'E-mail domains of the users who sign in with this identity provider',
      example: ['aurora.example'],
    }),
    domainClaims: z
      .array(domainClaimView)
      .meta({ description: 'State of each domain. Empty if the identity provider is archived.' }),
    hasClientSecret: z.boolean().meta({ description: 'Whether a client secret is set', example: true }),
    redirectUri: z.string().meta({
      description: 'Redirect URI to register at the provider',
      example: 'https://ads.example/auth/callback/12',
    }),
    sharedRedirectUri: z.boolean().meta({
      description:
        'Whether sign-ins still return to `/auth/callback`, the redirect URI that an earlier version used for all providers. Register `redirectUri` at the provider, then set this to `false`.',
      example: false,
    }),
    backChannelLogoutUri: z.string().meta({
      description:
        'Back-channel logout URI to register at the provider. Signing out at the provider ends the sessions in Placard.',
      example: 'https://ads.example/auth/back-channel-logout/12',
    }),
  })
  .meta({ id: 'IdentityProvider' });

/** An identity at an identity provider, to be linked to an existing user. */
export const userIdentityBody = z
  .strictObject({
    identityProviderId: z.int().positive().meta({ description: 'ID of the identity provider', example: 12 }),
    subject: lineOfText(255).meta({ description: 'Subject at the identity provider (`sub`)', example: '248289761001' }),
  })
  .meta({ id: 'UserIdentityBody' });

/** An identity at an identity provider with which a user signs in. */
export const userIdentityView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    identityProviderId: z
      .number()
      .nullable()
      .meta({ description: 'ID of the identity provider with this issuer. Null if it no longer exists.', example: 12 }),
    issuer: z
      .string()
      .meta({ description: 'Issuer of the identity provider', example: 'https://login.aurora.example' }),
    subject: z.string().meta({ description: 'Subject at the identity provider (`sub`)', example: '248289761001' }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'UserIdentity' });
/** A valid `userIdentityView`. */
export type UserIdentityView = z.output<typeof userIdentityView>;
