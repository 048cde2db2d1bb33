import { z } from 'zod';
import { type FactMember, valueFacts } from '../../core/targeting/value-facts.ts';
import { capSubjects } from '../../core/vocabulary/cap-subjects.ts';
import { maxNameLength, maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import { maxSlotsPerRequest } from '../../core/vocabulary/limits/delivery-limits.ts';
import { refusalReasons } from '../../core/vocabulary/reasons.ts';
import { idSchema, idText, instantSchema, integerText, lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Most decisions of one response. */
export const maxListedDecisions = 200;
const usualListedDecisions = 50;
/** Most candidates of one slot in a response. The reasons of the others are counted. */
export const maxShownCandidates = 500;
/** Most values of one parameter or fact, and most parameters, of a hypothetical request. */
const maxDraftValues = 100;
const maxKeyLength = 40;

/** Path parameters of a decision. */
export const decisionParams = z.strictObject({
  decisionId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: fieldMessage('decisionId') })
    .meta({ description: 'ID of the decision', example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11' }),
});
/** Valid `decisionParams`. */
export type DecisionParams = z.output<typeof decisionParams>;

const instant = (description: string) => z.string().meta({ description, example: '2026-11-22T09:00:00.000Z' });
const id = (description: string) => z.number().meta({ description, example: 12 });
const tickets = (description: string) => z.number().meta({ description, example: 140_737_488_355_328 });

const candidate = z
  .strictObject({
    bookingId: id('Booking'),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the booking. Null if it no longer exists.', example: 'Aurora winter' }),
    campaignId: z
      .number()
      .nullable()
      .meta({ description: 'Campaign of the booking. Null if it no longer exists.', example: 12 }),
    eligible: z.boolean().meta({ description: 'Whether no rule rejected the booking', example: false }),
    reason: z.enum(refusalReasons).nullable().meta({
      description: 'First rule that rejected the booking. Null if it is eligible.',
      example: 'TARGETING_NOT_MET',
    }),
    expected: z.string().nullable().meta({ description: 'Value that the rule requires', example: 'parameter kw red' }),
    actual: z.string().nullable().meta({ description: 'Actual value of the request', example: 'parameter kw white' }),
    share: z
      .number()
      .nullable()
      .meta({ description: 'Share of the draw, from 0 to 1. Null if the booking was rejected.', example: 0.25 }),
    fromTicket: tickets(
      'Start of the interval of winning tickets (inclusive). Null if the booking was rejected.',
    ).nullable(),
    toTicket: tickets('End of the interval of winning tickets (exclusive)').nullable(),
    won: z.boolean().meta({ description: 'Whether the booking won', example: false }),
  })
  .meta({ id: 'DecisionCandidate' });

const rotation = z.strictObject({
  planNumber: z.number().nullable().meta({
    description: 'Plan that computed the weights. Null: the weights of the booking.',
    example: 40_312,
  }),
  draw: tickets('Ticket of the draw, from 0 to 2^48'),
  ads: z
    .array(
      z.strictObject({
        adId: id('Ad'),
        creativeId: id('Creative'),
        weight: z.number().meta({ description: 'Weight: relative frequency of the creative', example: 7_400 }),
      }),
    )
    .meta({ description: 'Creatives that could be shown, by ID of the ad' }),
});

const slot = z
  .strictObject({
    slotName: z.string().meta({
      description: 'Slot name. Empty if no position has the requested slot name.',
      example: '_home_-leaderboard',
    }),
    positionId: z
      .number()
      .nullable()
      .meta({ description: 'Position. Null if no position has the slot name.', example: 12 }),
    decidedBy: z.enum(['claim', 'share', 'fill', 'roadblock']).nullable().meta({
      description:
        '`claim`: won by the claim of a share of voice or goal. `share`: won by the draw. `fill`: no other booking was eligible. `roadblock`: the winner of an earlier slot also got this one. Null if there is no ad.',
      example: 'share',
    }),
    draw: tickets('Winning ticket, from 0 to 2^48. Null if there was no draw.').nullable(),
    trials: z
      .array(
        z.strictObject({
          ticket: tickets('Ticket'),
          bookingId: z
            .number()
            .nullable()
            .meta({ description: 'Booking that the ticket selects. Null if it selects none.', example: 12 }),
          outcome: z.enum(['won', 'weighed_out', 'refused', 'nobody']).meta({ description: 'Result of the trial' }),
        }),
      )
      .meta({
        description:
          'Trials in the draw table of a pool with more than 32 bookings. Empty for smaller pools, which are scanned.',
      }),
    bookingId: z.number().nullable().meta({ description: 'Winning booking. Null if there is none.', example: 12 }),
    rotation: rotation.nullable().meta({
      description: 'Choice among the creatives of the winning booking. Null if it had a single one, or there is no ad.',
    }),
    candidateCount: z.number().meta({ description: 'Number of bookings that cover the position', example: 3 }),
    refusals: z
      .array(
        z.strictObject({
          reason: z
            .enum(refusalReasons)
            .meta({ description: 'First rule that rejected the bookings', example: 'BEFORE_START' }),
          bookings: z.number().meta({ description: 'Number of rejected bookings', example: 2 }),
        }),
      )
      .meta({ description: 'Reasons for rejected bookings, most frequent first' }),
    candidates: z.array(candidate).meta({
      description:
        `Bookings that cover the position, by ID. If there are more than ${maxShownCandidates}: the winner, then those with the` +
        ' largest shares, then others. With `bookingId`: only that booking and the winner.',
    }),
  })
  .meta({ id: 'DecidedSlot' });

/** A decision with its trace. Source: product decisions 5.5; docs/decisions/0085-recorded-decisions.md. */
export const decisionView = z
  .strictObject({
    decisionId: z.string().nullable().meta({
      description: 'First part of the IDs of all events of the ads. Null for a hypothetical request.',
      example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11',
    }),
    at: instant('Time of the decision'),
    revision: z.number().meta({ description: 'Revision of the configuration of the decision', example: 812 }),
    processId: z.string().nullable().meta({
      description:
        'Delivery process, prefixed with the host if it is another host (`<host>~delivery-0`). Null for a hypothetical request.',
      example: 'delivery-0',
    }),
    seed: z.string().meta({ description: 'Seed of the draws, hexadecimal', example: '6d0e32a1fd6a4cbb' }),
    trace: z.enum(['repeated', 'differs', 'snapshot_gone', 'kept_in_part', 'thought']).meta({
      description:
        'Origin of the trace. `repeated`: a replay of the decision gave the same result. `differs`: the replay gave another result, which is a bug of Placard. `snapshot_gone`: the revision is no longer stored, so only the result is known. `kept_in_part`: too many bookings were involved to store all inputs, so only the result is known. `thought`: a hypothetical request.',
      example: 'repeated',
    }),
    request: z
      .strictObject({
        facts: z
          .array(
            z.strictObject({
              name: z.string().meta({
                description: 'A targeting fact, a parameter (`parameter kw`), `page address` or `coordinates`',
                example: 'country',
              }),
              values: z.array(z.string()).meta({ description: 'Values that bookings target', example: ['be'] }),
            }),
          )
          .meta({ description: 'Values of the request that bookings target. Other values are not stored.' }),
        consent: z.enum(['granted', 'denied']).nullable().meta({
          description: 'Consent. Null if the request does not state it or no booking requires it.',
          example: 'granted',
        }),
        viewerKnown: z.boolean().meta({
          description: 'Whether frequency caps could identify the viewer. The identifier is not stored.',
          example: true,
        }),
        knownToCaps: z.array(z.enum(capSubjects)).meta({
          description: 'Subjects that frequency caps could identify. The identifiers are not stored.',
          example: ['viewer'],
        }),
        terms: z
          .string()
          .nullable()
          .meta({ description: 'Conditions of the requester. Null: any ad is accepted.', example: null }),
      })
      .meta({ description: 'The request', id: 'DecidedRequest' }),
    slots: z.array(slot).meta({ description: 'Slots in the order of the request' }),
  })
  .meta({ id: 'Decision' });
/** An object of `decisionView`. */
export type DecisionView = z.output<typeof decisionView>;

const oneBooking = 'Limits the candidates to this booking and the winner';

/** Query of `GET /decisions/{decisionId}`. */
export const decisionQuery = z.strictObject({
  bookingId: idText('booking').optional().meta({ description: oneBooking, example: 12, integerText: true }),
});
/** Valid `decisionQuery`. */
export type DecisionQuery = z.output<typeof decisionQuery>;

/** Query of `GET /decisions`. */
export const decisionsQuery = z.strictObject({
  positionId: idText('position')
    .optional()
    .meta({ description: 'Only decisions for this position', example: 12, integerText: true }),
  bookingId: idText('booking')
    .optional()
    .meta({ description: 'Only decisions that this booking won', example: 12, integerText: true }),
  from: instantSchema.optional().meta({ description: 'Start of the period (inclusive). Default: one hour ago.' }),
  to: instantSchema.optional().meta({ description: 'End of the period (exclusive). Default: now.' }),
  limit: integerText(1, maxListedDecisions)
    .default(usualListedDecisions)
    .meta({ description: 'Largest number of decisions', example: usualListedDecisions, integerText: true }),
});
/** Valid `decisionsQuery`. */
export type DecisionsQuery = z.output<typeof decisionsQuery>;

/** A list of decisions. */
export const decisionsView = z
  .strictObject({
    decisions: z
      .array(
        z
          .strictObject({
            decisionId: z.string().meta({ description: 'ID', example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11' }),
            at: instant('Time of the decision'),
            revision: z.number().meta({ description: 'Revision of the configuration', example: 812 }),
            slots: z
              .array(
                z.strictObject({
                  positionId: z.number().nullable().meta({ description: 'Position. Null if unknown.', example: 12 }),
                  bookingId: z
                    .number()
                    .nullable()
                    .meta({ description: 'Winning booking. Null if there is none.', example: 12 }),
                }),
              )
              .meta({ description: 'Slots in the order of the request' }),
          })
          .meta({ id: 'ListedDecision' }),
      )
      .meta({ description: 'Decisions, latest first' }),
    lookedFrom: z.string().meta({
      description:
        'Start of the searched period. It is later than `from` if enough decisions were found, or if the time limit of some seconds was reached. To continue, use this value as `to`.',
      example: '2026-11-22T08:00:00.000Z',
    }),
    keptFrom: z.string().nullable().meta({
      description: 'Time before which no decisions are stored. Null if no decisions are stored yet.',
      example: '2026-11-15T09:00:00.000Z',
    }),
  })
  .meta({ id: 'DecisionList' });
/** An object of `decisionsView`. */
export type DecisionsView = z.output<typeof decisionsView>;

const values = z
  .array(lineOfText(maxNameLength))
  .max(maxDraftValues, { error: fieldMessage('maxEntries', { count: maxDraftValues }) });
/** Schema of a list of values for each targeting fact except `consent`, by the field of the evaluation context. */
const factLists = Object.fromEntries(
  Object.values(valueFacts)
    .filter(({ member }) => member !== undefined && member !== 'consent')
    .map(({ member, description, example }) => [member, values.optional().meta({ description, example: [example] })]),
) as Record<Exclude<FactMember, 'consent'>, z.ZodOptional<typeof values>>;
const parameters = z
  .record(lineOfText(maxKeyLength), values)
  .refine((given) => Object.keys(given).length <= maxDraftValues, {
    error: fieldMessage('maxEntries', { count: maxDraftValues }),
  })
  .optional()
  .meta({ description: 'Parameters, as in `POST /json`: lists of values by key', example: { kw: ['red'] } });

/** A hypothetical request whose decision is to be explained. */
export const explainBody = z
  .strictObject({
    slots: z
      .array(
        z.strictObject({
          slotName: lineOfText(maxNameLength).meta({ description: 'Slot name', example: '_home_-leaderboard' }),
          parameters,
        }),
      )
      .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
      .max(maxSlotsPerRequest, { error: fieldMessage('maxEntries', { count: maxSlotsPerRequest }) })
      .meta({ description: 'Slots that are requested together' }),
    parameters,
    pageUrl: lineOfText(maxUrlLength)
      .optional()
      .meta({ description: 'URL of the page', example: 'https://a.example/' }),
    ...factLists,
    consent: z.enum(['granted', 'denied']).nullish().meta({
      description: 'Consent. Null if not stated. With consent, frequency caps can identify the viewer.',
      example: 'granted',
    }),
    coordinates: z
      .strictObject({
        latitude: z.number().min(-90).max(90).meta({ description: 'Degrees', example: 51.0543 }),
        longitude: z.number().min(-180).max(180).meta({ description: 'Degrees', example: 3.7174 }),
      })
      .nullish()
      .meta({ description: 'Coordinates of the viewer' }),
    at: instantSchema.nullish().meta({ description: 'Time of the request, in the past or future. Null: now.' }),
    revision: z
      .int({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
      .positive({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
      .nullish()
      .meta({
        description: 'Revision of the configuration. Null: the revision that is currently served.',
        example: 812,
      }),
    bookingId: idSchema('booking')
      .nullish()
      .meta({ description: `${oneBooking}. Null: all candidates.`, example: 12 }),
    seed: z
      .string()
      .regex(/^[0-9a-f]{16}$/, { error: fieldMessage('hex16') })
      .nullish()
      .meta({ description: 'Seed of the draws. Null: a random seed.', example: '6d0e32a1fd6a4cbb' }),
  })
  .meta({ id: 'ExplainBody' });
/** A valid `explainBody`. */
export type ExplainBody = z.output<typeof explainBody>;
