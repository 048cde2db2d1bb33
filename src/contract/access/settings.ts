import { z } from 'zod';
import { attributionRule } from '../../core/words/attribution-rule.ts';
import {
  maxAttributionDays,
  maxExtraCategories,
  maxNameLength,
  maxTrustedMediaPartners,
} from '../../core/words/limits.ts';
import { locales } from '../../messages/locales.ts';
import { idList } from '../booking/campaign.ts';
import { commonView } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { categorySchema, publicationCategories } from '../inventory/inventory.ts';
import { languageSchema } from './user.ts';

const describeFourEyes =
  'True: whatever is submitted or uploaded, and every material change of what is approved, waits for another person, ad ' +
  'operations included';
const describeTrusted = 'Media partners whose creatives need no review, unless `fourEyes` is on';
const describeCategories = `Inventory categories beyond ${publicationCategories.join(', ')}`;

const describeClickDays =
  'Days after a click on a sponsored product in which an order is credited to it. Holds for orders that are told of from then on';
const describeViewDays = 'The same after a view without a click; 0: views lead to no order';

const defaultLanguageText =
  'Language for users who have chosen none and whose browser asks for a language that is not available';

/** What an administrator decides for the whole deployment. Source: product decisions 3, 4 and 7. */
export const settingsBody = z
  .strictObject({
    fourEyes: z.boolean().default(false).meta({ description: describeFourEyes, example: false }),
    autoApprovedMediaPartnerIds: idList('media partners', maxTrustedMediaPartners)
      .default([])
      .meta({ description: describeTrusted, example: [12] }),
    extraCategories: z
      .array(categorySchema)
      .max(maxExtraCategories, { error: fieldMessage('maxEntries', { count: maxExtraCategories }) })
      .refine((categories) => new Set(categories).size === categories.length, { error: fieldMessage('noDuplicates') })
      .refine((categories) => !categories.some(isAlwaysThere), {
        error: fieldMessage('builtInCategories', { categories: publicationCategories.join(', ') }),
      })
      .default([])
      .meta({ description: describeCategories, example: ['newsletter'] }),
    attributionClickDays: days(1)
      .default(attributionRule.clickDays)
      .meta({ description: describeClickDays, example: attributionRule.clickDays }),
    attributionViewDays: days(0)
      .default(attributionRule.viewDays)
      .meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultLanguage: languageSchema.default('en').meta({ description: defaultLanguageText, example: 'nl' }),
  })
  .meta({ id: 'SettingsBody' });
/** A valid `settingsBody`. */
export type SettingsBody = z.output<typeof settingsBody>;

/** The settings as they are read. */
export const settingsView = z
  .strictObject({
    ...commonView,
    name: z.string().max(maxNameLength).meta({ description: 'Always `settings`', example: 'settings' }),
    fourEyes: z.boolean().meta({ description: describeFourEyes, example: false }),
    autoApprovedMediaPartnerIds: z.array(z.number()).meta({ description: describeTrusted, example: [12] }),
    extraCategories: z.array(z.string()).meta({ description: describeCategories, example: ['newsletter'] }),
    attributionClickDays: z.number().meta({ description: describeClickDays, example: attributionRule.clickDays }),
    attributionViewDays: z.number().meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultLanguage: z.enum(locales).meta({ description: defaultLanguageText, example: 'nl' }),
  })
  .meta({ id: 'Settings' });
/** An object of `settingsView`. */
export type SettingsView = z.output<typeof settingsView>;

function days(least: number) {
  const error = fieldMessage('integerRange', { min: least, max: maxAttributionDays });
  return z.int({ error }).min(least, { error }).max(maxAttributionDays, { error });
}

function isAlwaysThere(category: string): boolean {
  return (publicationCategories as readonly string[]).includes(category);
}
