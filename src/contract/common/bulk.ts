import { z } from 'zod';
import { maxBulkItems } from '../../core/words/limits.ts';
import { campaignActions } from '../../core/words/statuses.ts';
import { reasonSchema } from '../booking/reason.ts';
import { idSchema } from './common.ts';
import { fieldMessage } from './field-message.ts';
import { problemSchema } from './problems.ts';

const anyBody = z.record(z.string(), z.unknown());

/** One entry of a bulk call: makes an object, changes one, or does an action with one. */
const bulkItem = z
  .strictObject({
    create: anyBody.optional().meta({ description: 'Body of a create' }),
    id: idSchema('object').optional(),
    patch: anyBody.optional().meta({ description: 'Merge patch of the object' }),
    action: z.enum(campaignActions).optional().meta({ description: 'Action on the object', example: 'pause' }),
    reason: reasonSchema.optional(),
    ifMatch: z.string().min(1).max(500).optional().meta({
      description: 'ETag of the version that was read, or `*`; a patch needs it',
      example: '*',
    }),
  })
  .superRefine(({ create, id, patch, action, reason }, context) => {
    const said = [create, patch, action].filter((one) => one !== undefined).length;
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (said !== 1) fault('', fieldMessage('exactlyOneOf', { fields: 'create, patch, action' }));
    else if (create === undefined && id === undefined) fault('id', fieldMessage('requiredForPatch'));
    else if (reason !== undefined && action !== 'reject') fault('reason', fieldMessage('onlyForReject'));
    else if (create !== undefined && id !== undefined) fault('id', fieldMessage('notWithCreate'));
  })
  .meta({ id: 'BulkItem' });
/** A valid `bulkItem`. */
export type BulkItem = z.output<typeof bulkItem>;

/** Many changes of one kind in one call. Source: product decisions 2. */
export const bulkBody = z
  .strictObject({
    mode: z.enum(['atomic', 'partial']).default('atomic').meta({
      description: 'atomic: all or nothing; partial: what can be done is done',
      example: 'atomic',
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Answers what would happen, and changes nothing', example: true }),
    items: z
      .array(bulkItem)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxBulkItems, { error: fieldMessage('maxEntries', { count: maxBulkItems }) }),
  })
  .meta({ id: 'BulkBody', example: { dryRun: true, items: [{ id: 12, ifMatch: '*', patch: { name: 'Winter' } }] } });
/** A valid `bulkBody`. */
export type BulkBody = z.output<typeof bulkBody>;

/** What came of a bulk call, entry by entry, in their order. */
export const bulkResult = z
  .strictObject({
    applied: z.boolean().meta({
      description: 'True: what succeeded holds; false: nothing was changed, for a dry run or because an entry failed',
      example: false,
    }),
    failed: z.number().meta({ description: 'Entries that failed', example: 0 }),
    results: z.array(
      z.strictObject({
        status: z.number().meta({ description: 'Status that the single call would have answered', example: 200 }),
        object: anyBody.optional().meta({ description: 'The whole object after the change' }),
        etag: z.string().optional().meta({ description: 'Its ETag', example: '"4-mB1xN0aK2fQ"' }),
        problem: problemSchema.optional(),
      }),
    ),
  })
  .meta({ id: 'BulkResult' });
/** A valid `bulkResult`. */
export type BulkResult = z.output<typeof bulkResult>;
