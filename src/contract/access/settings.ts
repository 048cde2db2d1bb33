import { z } from 'zod';
import { attributionRule } from '../../core/vocabulary/attribution-rule.ts';
import {
  accentColorPattern,
  accentContrast,
  isReadableAccent,
  nearestAccent,
} from '../../core/vocabulary/color/accent-color.ts';
import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import { maxAttributionDays } from '../../core/vocabulary/limits/conversion-limits.ts';
import { maxTrustedMediaPartners } from '../../core/vocabulary/limits/creative-limits.ts';
import { maxExtraCategories } from '../../core/vocabulary/limits/inventory-limits.ts';
import { locales } from '../../messages/locales.ts';
import { idList } from '../booking/campaign.ts';
import { commonView, currencySchema, domainSchema, domainsSchema, lineOfText, nameSchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { usualThreshold } from '../insight/discrepancy.ts';
import { categorySchema, publicationCategories, timeZoneSchema } from '../inventory/inventory.ts';
import { emailSchema, languageSchema } from './user.ts';

/** A multipart body whose only part is `file`. The route reads it. */
export const brandingFileBody = z.strictObject({}).optional();

const describeFourEyes =
  'Requires a second approver: submissions, uploads and material changes of approved objects need the approval of another user. Applies to ad operations too.';
const describeTrusted = 'Media partners whose creatives need no review. Ignored if `fourEyes` is true.';
const describeCategories = `Inventory categories in addition to ${publicationCategories.join(', ')}`;

const describeTrackerDomains =
  'Domains on which trackers and measurement scripts of creatives may be, including their subdomains. Applies to new and changed URLs. Empty: all domains.';

const resizeBundleImages = {
  description:
    'Whether large images in the ZIP files of HTML5 creatives are resized at upload, to what a screen with a high pixel density shows. Applies to new files.',
  example: false,
};

const discrepancyThresholdPercent = {
  description:
    'Difference between the counts of a third party and those of Placard, in percent, above which it is marked in the discrepancies and a booking has the delivery issue `DISCREPANCY`',
  example: usualThreshold,
};

const describeClickDays =
  'Number of days after a click on a sponsored product in which an order is attributed to it. Applies to new orders.';
const describeViewDays =
  'Number of days after a view without a click in which an order is attributed to the sponsored product. 0: views are not attributed. Applies to new orders.';

const defaultLanguageText =
  'Language for users who have not selected a language and whose browser requests only unavailable languages';

const accountName = { description: 'Name of the account. Null if none has been entered.', example: 'Northern Press' };
const accountCurrency = { description: 'Currency that forms suggest, as an ISO 4217 code', example: 'EUR' };
const accountTimeZone = {
  description: 'Time zone that forms suggest, as an IANA name. Null: the time zone of the browser.',
  example: 'Europe/Amsterdam',
};
const setupCompleted = {
  description: 'Whether an administrator has confirmed these settings on the setup page, or has skipped it',
  example: true,
};

const accentColor = {
  description:
    'Accent color of the interface, as `#rrggbb` in lower case. White text on it, and the color on the page background, must have a contrast of at least 4.5:1. The dark theme uses shades that are derived from it. Null: the color of Placard.',
  example: '#6d28d9',
};
const mailSenderName = {
  description: 'Sender name of e-mails. The address is that of the server configuration. Null: the configured name.',
  example: 'Northern Press',
};
const sellerDomain = {
  description:
    'Domain of this seller in ads.txt, sellers.json and adagents.json. Null: these files are not served and not checked.',
  example: 'northernpress.example',
};
const sellerContactEmail = {
  description: 'E-mail address for questions about sellers.json and adagents.json. Public. Null: none.',
  example: 'ads@northernpress.example',
};
const sellerContactAddress = {
  description: 'Postal address of the seller in sellers.json. Public. Null: none.',
  example: 'Market Square 1, 1011 Amsterdam, Netherlands',
};
const brandingPath = (what: string, name: string) => ({
  description: `Path of the ${what} below the management address. It needs no sign-in and changes with the content. Null: none.`,
  example: `/branding/${name}`,
});
const accentColorSchema = z
  .string()
  .regex(accentColorPattern, { error: fieldMessage('hexColor') })
  .superRefine((color, context) => {
    if (!accentColorPattern.test(color) || isReadableAccent(color)) return;
    const { whiteText, background } = accentContrast(color);
    const [text, page] = [whiteText.toFixed(2), background.toFixed(2)];
    const message = fieldMessage('accentContrast', { text, page, color: nearestAccent(color) });
    context.addIssue({ code: 'custom', message });
  });

/** Settings of the deployment. Source: product decisions 3, 4 and 7. */
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
    trackerDomains: domainsSchema
      .refine((domains) => new Set(domains).size === domains.length, { error: fieldMessage('noDuplicates') })
      .default([])
      .meta({ description: describeTrackerDomains, example: ['count.example'] }),
    resizeBundleImages: z.boolean().default(false).meta(resizeBundleImages),
    discrepancyThresholdPercent: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .max(100, { error: fieldMessage('integerRange', { min: 0, max: 100 }) })
      .default(usualThreshold)
      .meta(discrepancyThresholdPercent),
    attributionClickDays: days(1)
      .default(attributionRule.clickDays)
      .meta({ description: describeClickDays, example: attributionRule.clickDays }),
    attributionViewDays: days(0)
      .default(attributionRule.viewDays)
      .meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultLanguage: languageSchema.default('en').meta({ description: defaultLanguageText, example: 'nl' }),
    accountName: nameSchema.nullable().default(null).meta(accountName),
    currency: currencySchema.default('EUR').meta(accountCurrency),
    timeZone: timeZoneSchema.nullable().default(null).meta(accountTimeZone),
    setupCompleted: z.boolean().default(false).meta(setupCompleted),
    accentColor: accentColorSchema.nullable().default(null).meta(accentColor),
    mailSenderName: nameSchema.nullable().default(null).meta(mailSenderName),
    sellerDomain: domainSchema.nullable().default(null).meta(sellerDomain),
    sellerContactEmail: emailSchema.nullable().default(null).meta(sellerContactEmail),
    sellerContactAddress: lineOfText(maxNameLength).nullable().default(null).meta(sellerContactAddress),
  })
  .meta({ id: 'SettingsBody' });
/** A valid `settingsBody`. */
export type SettingsBody = z.output<typeof settingsBody>;

/** The settings as returned by the API. */
export const settingsView = z
  .strictObject({
    ...commonView,
    name: z.string().max(maxNameLength).meta({ description: 'Always `settings`', example: 'settings' }),
    fourEyes: z.boolean().meta({ description: describeFourEyes, example: false }),
    autoApprovedMediaPartnerIds: z.array(z.number()).meta({ description: describeTrusted, example: [12] }),
    extraCategories: z.array(z.string()).meta({ description: describeCategories, example: ['newsletter'] }),
    trackerDomains: z.array(z.string()).meta({ description: describeTrackerDomains, example: ['count.example'] }),
    resizeBundleImages: z.boolean().meta(resizeBundleImages),
    discrepancyThresholdPercent: z.number().meta(discrepancyThresholdPercent),
    attributionClickDays: z.number().meta({ description: describeClickDays, example: attributionRule.clickDays }),
    attributionViewDays: z.number().meta({ description: describeViewDays, example: attributionRule.viewDays }),
    defaultLanguage: z.enum(locales).meta({ description: defaultLanguageText, example: 'nl' }),
    accountName: z.string().nullable().meta(accountName),
    currency: z.string().meta(accountCurrency),
    timeZone: z.string().nullable().meta(accountTimeZone),
    setupCompleted: z.boolean().meta(setupCompleted),
    accentColor: z.string().nullable().meta(accentColor),
    mailSenderName: z.string().nullable().meta(mailSenderName),
    sellerDomain: z.string().nullable().meta(sellerDomain),
    sellerContactEmail: z.string().nullable().meta(sellerContactEmail),
    sellerContactAddress: z.string().nullable().meta(sellerContactAddress),
    logoPath: z
      .string()
      .nullable()
      .meta(brandingPath('logo', `${'0'.repeat(64)}.svg`)),
    signInImagePath: z
      .string()
      .nullable()
      .meta(brandingPath('image of the sign-in page', `${'0'.repeat(64)}.jpg`)),
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
