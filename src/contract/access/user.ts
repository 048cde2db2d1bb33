import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../core/words/limits.ts';
import { localeNames, locales } from '../../messages/locales.ts';
import { commonView, externalIdSchema, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { roles } from './scopes.ts';

/** The e-mail address of a user. */
export const emailSchema = z
  .email({ error: fieldMessage('email') })
  .max(255, { error: fieldMessage('maxCharacters', { count: 255 }) })
  .meta({ description: 'E-mail address with which they sign in; unique in any case', example: 'maya@aurora.example' });

const roleSchema = z.enum(roles).meta({
  description:
    'admin: everything; manager: ad operations; reviewer: reads and approves; viewer: reads; advertiser: books for the ' +
    'companies and brands that they are mapped to',
  example: 'advertiser',
});

/** A language of the interface. Source: docs/decisions/0172-message-catalogue.md. */
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

/** A password as people choose it: long, of any characters. Source: NIST SP 800-63B, 3.1.1. */
export const userPasswordBody = z
  .strictObject({
    password: z
      .string()
      .min(minPasswordLength, { error: fieldMessage('minCharacters', { count: minPasswordLength }) })
      .max(maxPasswordLength, { error: fieldMessage('maxCharacters', { count: maxPasswordLength }) })
      .meta({ description: 'Replaces the one until now; never shown', example: 'a long sentence nobody else says' }),
  })
  .meta({ id: 'UserPasswordBody' });

/** A user as it is read. Source: product decisions 7. */
export const userView = z
  .strictObject({
    ...commonView,
    email: z.string().meta({ description: 'E-mail address with which they sign in', example: 'maya@aurora.example' }),
    role: roleSchema,
    language: z.enum(locales).nullable().meta(userLanguage),
    hasPassword: z.boolean().meta({ description: 'False: they sign in at an identity provider only', example: false }),
  })
  .meta({ id: 'User' });
