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

function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry)
    .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
    .max(maxUserMappings, { error: fieldMessage('maxEntries', { count: maxUserMappings }) });
}

/** Optional, because the query may have it. */
const userOfBody = mappedUserSchema.optional().meta({
  description: 'Mapped user: e-mail address of the sign-in, case-insensitive. Default: `user` of the query.',
  example: 'maya@aurora.example',
});

/** One combination at the top level, or several in `mappings`. */
const mappingsOfUser = z
  .strictObject({
    user: userOfBody,
    mappings: listOf(userMappingEntry).optional(),
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
    id: 'UserMappingsOfUser',
    example: { user: 'maya@aurora.example', mappings: [{ advertiserCompanyId: 12, brandId: 12 }] },
  });

const listedMappings = listOf(z.strictObject({ user: userOfBody, ...userMappingEntry.shape })).meta({
  id: 'UserMappingList',
  example: [{ user: 'maya@aurora.example', advertiserCompanyId: 12, brandId: 12 }],
});

/**
 * Adds or removes mappings: of one user, or a list of entries that each name a user. Source: product decisions 3;
 * service specification, user mappings.
 */
export const userMappingBody = z.union([mappingsOfUser, listedMappings]).meta({
  id: 'UserMappingBody',
  example: { user: 'maya@aurora.example', mappings: [{ advertiserCompanyId: 12, brandId: 12 }] },
});
/** A valid `userMappingBody`. */
export type UserMappingBody = z.output<typeof userMappingBody>;

/** Query of changes of mappings. */
export const userMappingChangeQuery = z.strictObject({
  user: mappedUserSchema.optional().meta({
    description: 'Mapped user of entries without one in the body',
    example: 'maya@aurora.example',
  }),
});
/** A valid `userMappingChangeQuery`. */
export type UserMappingChangeQuery = z.output<typeof userMappingChangeQuery>;

/** A combination of a body. */
export type GivenMapping = {
  /** undefined: neither the body nor the query names a user. */
  readonly user: string | undefined;
  readonly entry: UserMappingEntry;
  /** JSON pointers of the combination and of its user in the body. */
  readonly pointer: string;
  readonly userPointer: string;
};

/** Returns the combinations of a valid body in any form. */
export function mappingsOf(body: UserMappingBody, query: UserMappingChangeQuery): readonly GivenMapping[] {
  if (Array.isArray(body)) {
    return body.map(({ user = query.user, ...entry }, index) => {
      const pointer = `/${index}`;
      return { user, entry, pointer, userPointer: `${pointer}/user` };
    });
  }
  const { user = query.user, mappings, advertiserCompanyId, brandId, invoiceCompanyId } = body;
  const given = { user, userPointer: '/user' };
  if (mappings !== undefined)
    return mappings.map((entry, index) => ({ ...given, entry, pointer: `/mappings/${index}` }));
  return [{ ...given, entry: userMappingEntry.parse({ advertiserCompanyId, brandId, invoiceCompanyId }), pointer: '' }];
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

/** Users of a change: a list if the body is a list. */
export const changedUsersView = z.union([mappedUserView, z.array(mappedUserView)]);

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
