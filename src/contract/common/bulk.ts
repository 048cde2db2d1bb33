import { z } from 'zod';
import { maxBulkItems } from '../../core/vocabulary/limits/api-limits.ts';
import { campaignActions } from '../../core/vocabulary/statuses.ts';
import { bulkHoldFields } from '../booking/actions/hold.ts';
import { reasonSchema } from '../booking/reason.ts';
import { idSchema } from './common.ts';
import { fieldMessage } from './field-message.ts';
import { problemSchema } from './problems.ts';

const jsonObject = z.record(z.string(), z.unknown());

/** One entry of a bulk call: creates an object, changes it, or performs an action on it. */
const bulkItem = z
  .strictObject({
    create: jsonObject.optional().meta({ description: 'Body of the object to create' }),
    id: idSchema('object').optional(),
    patch: jsonObject.optional().meta({ description: 'Merge patch of an existing object' }),
    action: z.enum(campaignActions).optional().meta({ description: 'Action on an existing object', example: 'pause' }),
    reason: reasonSchema.optional(),
    ...bulkHoldFields,
    ifMatch: z.string().min(1).max(500).optional().meta({
      description: 'ETag of the version that was read, or `*`. Required with `patch`.',
      example: '*',
    }),
  })
  .superRefine(({ create, id, patch, action, reason, heldUntil, note }, context) => {
    const said = [create, patch, action].filter((one) => one !== undefined).length;
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (said !== 1) fault('', fieldMessage('exactlyOneOf', { fields: 'create, patch, action' }));
    else if (create === undefined && id === undefined) fault('id', fieldMessage('requiredForPatch'));
    else if (reason !== undefined && action !== 'reject') fault('reason', fieldMessage('onlyForReject'));
    else if (action === 'hold' && heldUntil === undefined) fault('heldUntil', fieldMessage('requiredForHold'));
    else if (action !== 'hold' && heldUntil !== undefined) fault('heldUntil', fieldMessage('onlyForHold'));
    else if (action !== 'hold' && note !== undefined) fault('note', fieldMessage('onlyForHold'));
    else if (create !== undefined && id !== undefined) fault('id', fieldMessage('notWithCreate'));
  })
  .meta({ id: 'BulkItem' });
/** A valid `bulkItem`. */
export type BulkItem = z.output<typeof bulkItem>;

/** Several changes of one resource type in one call. Source: product decisions 2. */
export const bulkBody = z
  .strictObject({
    mode: z.enum(['atomic', 'partial']).default('atomic').meta({
      description: '`atomic`: all changes or none. `partial`: all changes that succeed.',
      example: 'atomic',
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to return the result without saving', example: true }),
    items: z
      .array(bulkItem)
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxBulkItems, { error: fieldMessage('maxEntries', { count: maxBulkItems }) }),
  })
  .meta({ id: 'BulkBody', example: { dryRun: true, items: [{ id: 12, ifMatch: '*', patch: { name: 'Winter' } }] } });
/** A valid `bulkBody`. */
export type BulkBody = z.output<typeof bulkBody>;

/** Results of a bulk call, in the order of the entries. */
export const bulkResult = z
  .strictObject({
    applied: z.boolean().meta({
      description:
        'Whether successful changes were saved. False for a dry run, or if an entry of an atomic call failed.',
      example: false,
    }),
    failed: z.number().meta({ description: 'Number of failed entries', example: 0 }),
    results: z.array(
      z.strictObject({
        status: z
          .number()
          .meta({ description: 'HTTP status that the corresponding single call would return', example: 200 }),
        object: jsonObject.optional().meta({ description: 'Complete object after the change' }),
        etag: z.string().optional().meta({ description: 'ETag of the object', example: '"4-mB1xN0aK2fQ"' }),
        problem: problemSchema.optional(),
      }),
    ),
  })
  .meta({ id: 'BulkResult' });
/** A valid `bulkResult`. */
export type BulkResult = z.output<typeof bulkResult>;
