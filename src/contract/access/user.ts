import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../core/vocabulary/limits/access-limits.ts';
import { localeNames, locales } from '../../messages/locales.ts';
import { commonView, externalIdSchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { roles } from './scopes.ts';

/** The e-mail address of a user. */
export const emailSchema = z
  .email({ error: fieldMessage('email') })
  .max(255, { error: fieldMessage('maxCharacters', { count: 255 }) })
  .meta({ description: 'E-mail address of the sign-in. Unique, case-insensitive.', example: 'maya@aurora.example' });

const roleSchema = z.enum(roles).meta({
  description:
    '`admin`: all permissions. `manager`: ad operations. `reviewer`: read and approve. `viewer`: read. `advertiser`: book for the mapped companies and brands.',
  example: 'advertiser',
});

/** A language of the interface. Source: docs/decisions/0172-message-catalog.md. */
export const languageSchema = z.enum(locales, { error: fieldMessage('oneOf', { values: locales.join(', ') }) });

const userLanguage = {
  description:
    'Language of the interface, of problem details and of e-mails. Null: the language of the browser, then the default ' +
    `language of the account. Languages: ${locales.map((locale) => `${locale} (${localeNames[locale]})`).join(', ')}`,
  example: 'nl',
};

/** Creates or replaces a user. Source: product decisions 1 and 7. */
export const userBody = z
  .strictObject({
    name: nameSchema.meta({ example: 'Maya Peeters' }),
    externalId: externalIdSchema,
    email: emailSchema,
    role: roleSchema,
    language: languageSchema.nullish().meta(userLanguage),
  })
  .meta({ id: 'UserBody' });

/** A new password: long, with any characters. Source: NIST SP 800-63B, 3.1.1. */
export const userPasswordBody = z
  .strictObject({
    password: z
      .string()
      .min(minPasswordLength, { error: fieldMessage('minCharacters', { count: minPasswordLength }) })
      .max(maxPasswordLength, { error: fieldMessage('maxCharacters', { count: maxPasswordLength }) })
      .meta({
        description: 'New password. Replaces the current one. Never returned.',
        example: 'correct horse battery staple',
      }),
  })
  .meta({ id: 'UserPasswordBody' });

/** A user as returned by the API. Source: product decisions 7. */
export const userView = z
  .strictObject({
    ...commonView,
    email: z.string().meta({ description: 'E-mail address of the sign-in', example: 'maya@aurora.example' }),
    role: roleSchema,
    language: z.enum(locales).nullable().meta(userLanguage),
    hasPassword: z.boolean().meta({
      description:
        'Whether the user has a password. If false, the user signs in with an identity provider, or has not accepted an invitation yet.',
      example: false,
    }),
    invitation: z
      .strictObject({
        expiresAt: z.string().meta({
          description: 'Time until which its link is valid, RFC 3339, UTC. Can be in the past.',
          example: '2026-11-28T09:00:00.000Z',
        }),
      })
      .nullable()
      .meta({ description: 'Open invitation, or link to set a new password. Null: none.', example: null }),
  })
  .meta({ id: 'User' });
