import { z } from 'zod';
import { maxMappedUsersPage, maxUserMappings } from '../../core/vocabulary/limits/api-limits.ts';
import { idSchema, idText, lineOfText, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Mapped user: e-mail address of the sign-in, compared case-insensitively. Source: wire-protocol 10.2. */
export const mappedUserSchema = lineOfText(255).meta({
  description: 'Mapped user: e-mail address of the sign-in, case-insensitive',
  example: 'maya@aurora.example',
});

/** A company/brand combination that a user may see and book. Source: service specification, user mappings. */
export const userMappingEntry = z
  .strictObject({
    advertiserCompanyId: idSchema('advertiser').meta({ description: 'Media partner that advertises', example: 12 }),
    brandId: idSchema('brand'),
    invoiceCompanyId: idSchema('invoiced company').nullish().meta({
      description:
        'Limits the mapping to campaigns that are invoiced to this media partner. If omitted, the mapping applies to all invoiced media partners.',
      example: 12,
    }),
  })
  .meta({ id: 'UserMappingEntry' });
/** A valid `userMappingEntry`. */
export type UserMappingEntry = z.output<typeof userMappingEntry>;

const entries = z
  .array(userMappingEntry)
  .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
  .max(maxUserMappings, { error: fieldMessage('maxEntries', { count: maxUserMappings }) });

/**
 * Adds or removes mappings of a user: either one combination at the top level or several in `mappings`. Source: product
 * decisions 3.
 */
export const userMappingBody = z
  .strictObject({
    user: mappedUserSchema,
    mappings: entries.optional(),
    ...userMappingEntry.partial().shape,
  })
  .superRefine((body, context) => {
    for (const field of ['advertiserCompanyId', 'brandId', 'invoiceCompanyId'] as const) {
      const isMissing = body.mappings === undefined && field !== 'invoiceCompanyId' && body[field] === undefined;
      if (isMissing)
        context.addIssue({ code: 'custom', path: [field], message: fieldMessage('requiredWithoutMappings') });
      const isDouble = body.mappings !== undefined && (body[field] ?? null) !== null;
      if (isDouble) context.addIssue({ code: 'custom', path: [field], message: fieldMessage('notWithMappings') });
    }
  })
  .meta({
    id: 'UserMappingBody',
    example: { user: 'maya@aurora.example', mappings: [{ advertiserCompanyId: 12, brandId: 12 }] },
  });
/** A valid `userMappingBody`. */
export type UserMappingBody = z.output<typeof userMappingBody>;

/** Returns the combinations of a valid body in either form. */
export function entriesOf(body: UserMappingBody): readonly UserMappingEntry[] {
  const { mappings, advertiserCompanyId, brandId, invoiceCompanyId } = body;
  return mappings ?? [userMappingEntry.parse({ advertiserCompanyId, brandId, invoiceCompanyId })];
}

/** A mapping as returned by the API. */
export const userMappingView = z
  .strictObject({
    advertiserCompanyId: z.number().meta({ description: 'Media partner that advertises', example: 12 }),
    brandId: z.number().meta({ description: 'Brand', example: 12 }),
    invoiceCompanyId: z
      .number()
      .nullable()
      .meta({ description: 'Media partner that is invoiced. Null if the mapping applies to all.', example: null }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'UserMapping' });
/** A valid `userMappingView`. */
export type UserMappingView = z.output<typeof userMappingView>;

/** A user with all mappings, as returned after a change. */
export const mappedUserView = z
  .strictObject({ user: mappedUserSchema, mappings: z.array(userMappingView) })
  .meta({ id: 'MappedUser' });
/** A valid `mappedUserView`. */
export type MappedUserView = z.output<typeof mappedUserView>;

/** A user in the list of mapped users. */
export const mappedUserCount = z
  .strictObject({
    user: mappedUserSchema,
    mappingCount: z.number().meta({ description: 'Number of mapped combinations', example: 2 }),
  })
  .meta({ id: 'MappedUserCount' });

const filters = {
  advertiserCompanyId: idText('advertiser').optional(),
  invoiceCompanyId: idText('invoiced company').optional(),
  brandId: idText('brand').optional(),
};

/** Query of the list of mapped users. Source: wire-protocol 10.2. */
export const mappedUsersQuery = z.strictObject({
  ...pageQuery(maxMappedUsersPage),
  search: lineOfText(255)
    .optional()
    .meta({ description: 'Part of the e-mail address of the user, case-insensitive', example: 'maya' }),
  ...filters,
});
/** A valid `mappedUsersQuery`. */
export type MappedUsersQuery = z.output<typeof mappedUsersQuery>;

/** Query of the list of one user's mappings. Source: wire-protocol 10.2. */
export const userMappingsQuery = z.strictObject({ ...pageQuery(maxMappedUsersPage), ...filters });
/** A valid `userMappingsQuery`. */
export type UserMappingsQuery = z.output<typeof userMappingsQuery>;
