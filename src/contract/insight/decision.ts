import { z } from 'zod';
import { type FactMember, valueFacts } from '../../core/targeting/value-facts.ts';
import { capSubjects } from '../../core/words/cap-subjects.ts';
import { maxNameLength, maxSlotsPerRequest, maxUrlLength } from '../../core/words/limits.ts';
import { refusalReasons } from '../../core/words/reasons.ts';
import { idSchema, idText, instantSchema, integerText, lineOfText } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Decisions of one answer: what a person looks through to find one. */
export const maxListedDecisions = 200;
const usualListedDecisions = 50;
/** Candidates of one slot in an answer; of the others their reasons are counted. */
export const maxShownCandidates = 500;
/** Values of one parameter or fact, and parameters, of a request that is thought of. */
const maxDraftValues = 100;
const maxKeyLength = 40;

/** The id in the path of a decision. */
export const decisionParams = z.strictObject({
  decisionId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: fieldMessage('decisionId') })
    .meta({ description: 'Id of the decision', example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11' }),
});
/** Valid `decisionParams`. */
export type DecisionParams = z.output<typeof decisionParams>;

const instant = (description: string) => z.string().meta({ description, example: '2026-11-22T09:00:00.000Z' });
const id = (description: string) => z.number().meta({ description, example: 12 });
const tickets = (description: string) => z.number().meta({ description, example: 140_737_488_355_328 });

const candidate = z
  .strictObject({
    bookingId: id('Booking'),
    name: z.string().nullable().meta({ description: 'Its name; null: it is gone', example: 'Aurora winter' }),
    campaignId: z.number().nullable().meta({ description: 'Its campaign; null: it is gone', example: 12 }),
    eligible: z.boolean().meta({ description: 'No rule refused it', example: false }),
    reason: z
      .enum(refusalReasons)
      .nullable()
      .meta({ description: 'The first rule that refused it; null: none', example: 'TARGETING_NOT_MET' }),
    expected: z.string().nullable().meta({ description: 'What that rule asks for', example: 'parameter kw red' }),
    actual: z.string().nullable().meta({ description: 'What was the case', example: 'parameter kw white' }),
    share: z.number().nullable().meta({ description: 'Its part of the draw, 0 to 1; null: refused', example: 0.25 }),
    fromTicket: tickets('With tickets from this one, included, it wins').nullable(),
    toTicket: tickets('to this one, excluded').nullable(),
    won: z.boolean().meta({ description: 'It was chosen', example: false }),
  })
  .meta({ id: 'DecisionCandidate' });

const slot = z
  .strictObject({
    slotName: z.string().meta({ description: 'Slot name; empty: no position had it', example: '_home_-leaderboard' }),
    positionId: z.number().nullable().meta({ description: 'Position; null: none has this slot name', example: 12 }),
    decidedBy: z.enum(['claim', 'share', 'fill']).nullable().meta({
      description: '`claim`: a part of voice or a goal had its turn; `share`: drawn; `fill`: nothing else; null: no ad',
      example: 'share',
    }),
    draw: tickets('The ticket that decided, 0 to 2^48; null: nothing was drawn').nullable(),
    trials: z
      .array(
        z.strictObject({
          ticket: tickets('Ticket'),
          bookingId: z.number().nullable().meta({ description: 'Whom it named; null: nobody', example: 12 }),
          outcome: z.enum(['won', 'weighed_out', 'refused', 'nobody']).meta({ description: 'What came of it' }),
        }),
      )
      .meta({ description: 'The trials of a pool of more than 32 bookings; empty: a smaller one is scanned' }),
    bookingId: z.number().nullable().meta({ description: 'Whose ad was chosen; null: none', example: 12 }),
    candidateCount: z.number().meta({ description: 'Bookings that cover the position', example: 3 }),
    refusals: z
      .array(
        z.strictObject({
          reason: z.enum(refusalReasons).meta({ description: 'The first rule that refused', example: 'BEFORE_START' }),
          bookings: z.number().meta({ description: 'So many of them', example: 2 }),
        }),
      )
      .meta({ description: 'Why those that cover it were refused, the most frequent reason first' }),
    candidates: z.array(candidate).meta({
      description:
        `The bookings that cover the position, by id; of more than ${maxShownCandidates} the chosen one, then those with the ` +
        'largest shares, then others. With `bookingId` that one and the chosen one',
    }),
  })
  .meta({ id: 'DecidedSlot' });

/** A decision with its trace. Source: product decisions 5.5; docs/decisions/0085-decisions-kept.md. */
export const decisionView = z
  .strictObject({
    decisionId: z.string().nullable().meta({
      description: 'The first part of the ids of all events of its ads; null: it was only thought of',
      example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11',
    }),
    at: instant('When it was made'),
    revision: z.number().meta({ description: 'Revision of the configuration that it was made on', example: 812 }),
    processId: z.string().nullable().meta({
      description: 'Delivery process, with its host before it where that is another (`<host>~delivery-0`); null: none',
      example: 'delivery-0',
    }),
    seed: z.string().meta({ description: 'Seed of its draws, hexadecimal', example: '6d0e32a1fd6a4cbb' }),
    trace: z.enum(['repeated', 'differs', 'snapshot_gone', 'kept_in_part', 'thought']).meta({
      description:
        '`repeated`: the decision was made once more and came out the same; `differs`: it came out otherwise, which is a fault of ours; ' +
        '`snapshot_gone`: its revision is no longer kept, so only what was chosen is known; ' +
        '`kept_in_part`: so many bookings were asked that not all it went by could be kept, so only what was chosen is known; ' +
        '`thought`: it was never made',
      example: 'repeated',
    }),
    request: z
      .strictObject({
        facts: z
          .array(
            z.strictObject({
              name: z.string().meta({
                description: 'A fact of targeting, a parameter (`parameter kw`), `page address` or `coordinates`',
                example: 'country',
              }),
              values: z.array(z.string()).meta({ description: 'Values that bookings ask for', example: ['be'] }),
            }),
          )
          .meta({ description: 'What the request had of all that bookings ask for; nothing else is kept' }),
        consent: z
          .enum(['granted', 'denied'])
          .nullable()
          .meta({ description: 'Consent; null: not said, or no booking asks', example: 'granted' }),
        viewerKnown: z.boolean().meta({
          description: 'A frequency cap could tell the viewer from others; who it is, is not kept',
          example: true,
        }),
        knownToCaps: z
          .array(z.enum(capSubjects))
          .meta({ description: 'Whom frequency caps could count; who they are, is not kept', example: ['viewer'] }),
        terms: z.string().nullable().meta({ description: 'What the one who asked takes; null: any ad', example: null }),
      })
      .meta({ description: 'The request', id: 'DecidedRequest' }),
    slots: z.array(slot).meta({ description: 'In the order of the request' }),
  })
  .meta({ id: 'Decision' });
/** An object of `decisionView`. */
export type DecisionView = z.output<typeof decisionView>;

const oneBooking = 'Only this booking and the chosen one among the candidates';

/** The query of `GET /decisions/{decisionId}`. */
export const decisionQuery = z.strictObject({
  bookingId: idText('booking').optional().meta({ description: oneBooking, example: 12, integerText: true }),
});
/** Valid `decisionQuery`. */
export type DecisionQuery = z.output<typeof decisionQuery>;

/** The query of `GET /decisions`. */
export const decisionsQuery = z.strictObject({
  positionId: idText('position')
    .optional()
    .meta({ description: 'Only for this position', example: 12, integerText: true }),
  bookingId: idText('booking')
    .optional()
    .meta({ description: 'Only those that it won', example: 12, integerText: true }),
  from: instantSchema.optional().meta({ description: 'Only from then on; default: an hour ago' }),
  to: instantSchema.optional().meta({ description: 'Only before then; default: now' }),
  limit: integerText(1, maxListedDecisions)
    .default(usualListedDecisions)
    .meta({ description: 'At most so many', example: usualListedDecisions, integerText: true }),
});
/** Valid `decisionsQuery`. */
export type DecisionsQuery = z.output<typeof decisionsQuery>;

/** Decisions, to find one. */
export const decisionsView = z
  .strictObject({
    decisions: z
      .array(
        z
          .strictObject({
            decisionId: z.string().meta({ description: 'Id', example: '6d0e32a1fd6a4cbb83d1e6b4f08a2c11' }),
            at: instant('When'),
            revision: z.number().meta({ description: 'Revision of the configuration', example: 812 }),
            slots: z
              .array(
                z.strictObject({
                  positionId: z.number().nullable().meta({ description: 'Position; null: unknown', example: 12 }),
                  bookingId: z
                    .number()
                    .nullable()
                    .meta({ description: 'Whose ad was chosen; null: none', example: 12 }),
                }),
              )
              .meta({ description: 'In the order of the request' }),
          })
          .meta({ id: 'ListedDecision' }),
      )
      .meta({ description: 'The latest first' }),
    lookedFrom: z.string().meta({
      description:
        'What was decided from then on was looked through; later than `from` where there were enough, or after some seconds. Go on with ' +
        'this as `to`',
      example: '2026-11-22T08:00:00.000Z',
    }),
    keptFrom: z.string().nullable().meta({
      description: 'What was decided before is no longer kept, or never was; null: nothing is kept yet',
      example: '2026-11-15T09:00:00.000Z',
    }),
  })
  .meta({ id: 'DecisionList' });
/** An object of `decisionsView`. */
export type DecisionsView = z.output<typeof decisionsView>;

const values = z
  .array(lineOfText(maxNameLength))
  .max(maxDraftValues, { error: fieldMessage('maxEntries', { count: maxDraftValues }) });
/** A list of values for each targeting fact except `consent`, by the member of a request's context. */
const factLists = Object.fromEntries(
  Object.values(valueFacts)
    .filter(({ member }) => member !== 'consent')
    .map(({ member, description, example }) => [member, values.optional().meta({ description, example: [example] })]),
) as Record<Exclude<FactMember, 'consent'>, z.ZodOptional<typeof values>>;
const parameters = z
  .record(lineOfText(maxKeyLength), values)
  .refine((given) => Object.keys(given).length <= maxDraftValues, {
    error: fieldMessage('maxEntries', { count: maxDraftValues }),
  })
  .optional()
  .meta({ description: 'Parameters, as of `POST /json`: lists of values by key', example: { kw: ['red'] } });

/** A request that is thought of, to see what would be decided. */
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
      .meta({ description: 'Slots that are asked for together' }),
    parameters,
    pageUrl: lineOfText(maxUrlLength)
      .optional()
      .meta({ description: 'Address of the page', example: 'https://a.example/' }),
    ...factLists,
    consent: z
      .enum(['granted', 'denied'])
      .nullish()
      .meta({ description: 'Consent; null: not said. With it the viewer can be told from others', example: 'granted' }),
    coordinates: z
      .strictObject({
        latitude: z.number().min(-90).max(90).meta({ description: 'Degrees', example: 51.0543 }),
        longitude: z.number().min(-180).max(180).meta({ description: 'Degrees', example: 3.7174 }),
      })
      .nullish()
      .meta({ description: 'Where the viewer is' }),
    at: instantSchema.nullish().meta({ description: 'The moment; null: now. It may lie in the past or the future' }),
    revision: z
      .int({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
      .positive({ error: fieldMessage('integerRange', { min: 1, max: 9007199254740991 }) })
      .nullish()
      .meta({ description: 'Revision of the configuration; null: the one that serves', example: 812 }),
    bookingId: idSchema('booking')
      .nullish()
      .meta({ description: `${oneBooking}; null: all`, example: 12 }),
    seed: z
      .string()
      .regex(/^[0-9a-f]{16}$/, { error: fieldMessage('hex16') })
      .nullish()
      .meta({ description: 'Seed of the draws; null: any', example: '6d0e32a1fd6a4cbb' }),
  })
  .meta({ id: 'ExplainBody' });
/** A valid `explainBody`. */
export type ExplainBody = z.output<typeof explainBody>;
