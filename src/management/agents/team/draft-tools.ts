import { z } from 'zod';
import { bookingBody } from '../../../contract/booking/booking.ts';
import { campaignBody } from '../../../contract/booking/campaign.ts';
import { draftLink } from './draft-link.ts';
import { bodyOfBooking, mergedBooking, simulate, simulationSummary } from './simulate-booking.ts';
import { dryRunApi, idInput, RefusedCall, readApi, type TeamContext, type TeamTool, teamTool } from './team-tool.ts';

const confirmation = {
  link: z.url().describe('Address at which the person checks and saves the draft. Nothing is saved before.'),
  saved: z.boolean().describe('Always false: the tool saves nothing'),
};
const effect = simulationSummary
  .nullable()
  .describe('Simulation with recorded requests. Null if the draft cannot be simulated.');
const nextStep = 'Give the link to the person, who checks and saves it in Placard.';

/** Tools that prepare drafts. They save nothing: the person confirms a draft in the interface. */
export const draftTools: readonly TeamTool[] = [
  teamTool({
    name: 'prepare_campaign_draft',
    title: 'Prepare campaign draft',
    description: `Checks a new campaign with the rules of Placard and returns a link to its filled form. ${nextStep}`,
    right: 'assistant:draft',
    input: { campaign: z.record(z.string(), z.unknown()).describe(fieldsOf(campaignBody)) },
    output: { ...confirmation, campaign: z.record(z.string(), z.unknown()).describe('Fields of the draft') },
    async run({ campaign: given }, context) {
      const view = await dryRunApi(context, 'campaigns', { create: given });
      const campaign = Object.fromEntries(Object.keys(campaignBody.shape).map((name) => [name, view[name] ?? null]));
      return { campaign, link: draftLink(context, '/campaigns/new', campaign), saved: false };
    },
  }),
  teamTool({
    name: 'prepare_booking_draft',
    title: 'Prepare booking draft',
    description: `Checks a new booking with the rules of Placard, simulates its share, and returns a link to its filled form. ${nextStep}`,
    right: 'assistant:draft',
    input: { booking: z.record(z.string(), z.unknown()).describe(fieldsOf(bookingBody)) },
    output: { ...confirmation, booking: z.record(z.string(), z.unknown()).describe('Fields of the draft'), effect },
    async run({ booking: given }, context) {
      const booking = bodyOfBooking(await dryRunApi(context, 'bookings', { create: given }));
      const link = draftLink(context, '/bookings/new', booking);
      return { booking, link, saved: false, effect: await effectOf(booking, null, context) };
    },
  }),
  teamTool({
    name: 'prepare_booking_change',
    title: 'Prepare booking change',
    description: `Checks a change of a booking with the rules of Placard, simulates its effect, and returns a link to the editor of the booking with the changed fields. ${nextStep}`,
    right: 'assistant:draft',
    input: {
      bookingId: idInput('booking'),
      changes: z
        .record(z.string(), z.unknown())
        .describe(`Changed fields as a JSON merge patch. ${fieldsOf(bookingBody)}`),
    },
    output: {
      ...confirmation,
      changes: z
        .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
        .describe('Fields that would change'),
      effect,
    },
    async run({ bookingId, changes: patch }, context) {
      const before = bodyOfBooking((await readApi(context, `/bookings/${bookingId}`)).body);
      const after = await mergedBooking(bookingId, patch, context);
      const fields = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
      if (fields.length === 0) throw new RefusedCall('The changes equal the stored booking.');
      const changed = Object.fromEntries(fields.map((name) => [name, after[name]]));
      return {
        changes: fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
        link: draftLink(context, `/bookings/${bookingId}/edit`, changed),
        saved: false,
        effect: await effectOf(after, bookingId, context),
      };
    },
  }),
];

/** A draft is complete enough to be saved before it is complete enough to be simulated. */
async function effectOf(booking: unknown, bookingId: number | null, context: TeamContext) {
  try {
    return await simulate(booking, bookingId, context);
  } catch (error) {
    if (error instanceof RefusedCall) return null;
    throw error;
  }
}

function fieldsOf({ shape }: { readonly shape: Readonly<Record<string, unknown>> }): string {
  return `Fields, as in the API: ${Object.keys(shape).join(', ')}`;
}
