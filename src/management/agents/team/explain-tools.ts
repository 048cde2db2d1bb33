import { z } from 'zod';
import { bookingDiagnosisView } from '../../../contract/booking/booking-diagnosis.ts';
import { forecastView } from '../../../contract/booking/forecast.ts';
import { decisionsView, decisionView } from '../../../contract/insight/decision.ts';
import { funnelView } from '../../../contract/insight/funnel.ts';
import { mergedBooking, simulate, simulationSummary } from './simulate-booking.ts';
import { computeApi, idInput, readApi, type TeamTool, teamTool, withQuery } from './team-tool.ts';

/** Most positions of an explanation, and most listed decisions. */
const maxPositions = 10;
const maxDecisions = 20;

const instant = z.iso.datetime({ offset: true });

/** Tools that explain delivery, and compute what would happen. */
export const explainTools: readonly TeamTool[] = [
  teamTool({
    name: 'explain_delivery',
    title: 'Explain delivery',
    description: `Explains why a booking delivers, delivers less or does not deliver: the reasons with their remedies, its share and delivery at its ${maxPositions} most requested positions, and the funnel of the ad requests of a period (refused by rule, lost by share, won).`,
    right: 'assistant:read',
    input: {
      bookingId: idInput('booking'),
      from: instant.optional().describe('Start of the funnel. Default: one day before its end'),
      to: instant.optional().describe('End of the funnel. Default: now'),
    },
    output: {
      diagnosis: bookingDiagnosisView.extend({ positions: bookingDiagnosisView.shape.positions.max(maxPositions) }),
      funnel: funnelView.omit({ hours: true }),
    },
    async run({ bookingId, from, to }, context) {
      const read = await readApi(context, `/bookings/${bookingId}/diagnosis`);
      const diagnosis = bookingDiagnosisView.parse(read.body);
      const counted = await readApi(context, withQuery(`/bookings/${bookingId}/funnel`, { from, to }));
      const { hours: _hours, ...funnel } = funnelView.parse(counted.body);
      return { diagnosis: { ...diagnosis, positions: diagnosis.positions.slice(0, maxPositions) }, funnel };
    },
  }),
  teamTool({
    name: 'list_decisions',
    title: 'List decisions',
    description: `Lists the latest recorded decisions of ad requests, at most ${maxDecisions}. explain_decision explains one of them.`,
    right: 'assistant:read',
    input: {
      positionId: idInput('position').optional(),
      bookingId: idInput('booking that won').optional(),
      from: instant.optional().describe('Start of the period. Default: one hour before its end'),
      to: instant.optional().describe('End of the period. Default: now'),
    },
    output: decisionsView.shape,
    async run(input, context) {
      return decisionsView.parse(
        (await readApi(context, withQuery('/decisions', { ...input, limit: maxDecisions }))).body,
      );
    },
  }),
  teamTool({
    name: 'explain_decision',
    title: 'Explain decision',
    description:
      'Replays a recorded decision of an ad request. Returns for a booking and for the winner the rule that refused it, or its share of the draw.',
    right: 'assistant:read',
    input: {
      decisionId: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .describe('ID of the decision, the first part of the IDs of events'),
      bookingId: idInput('booking to explain'),
    },
    output: decisionView.shape,
    async run({ decisionId, bookingId }, context) {
      return decisionView.parse((await readApi(context, withQuery(`/decisions/${decisionId}`, { bookingId }))).body);
    },
  }),
  teamTool({
    name: 'forecast_booking',
    title: 'Forecast booking',
    description:
      'Forecasts the delivery of a stored booking until its end, with a 95 % interval and the accuracy of past forecasts.',
    right: 'assistant:read',
    input: { bookingId: idInput('booking') },
    output: { ...forecastView.shape, positions: forecastView.shape.positions.max(maxPositions) },
    async run({ bookingId }, context) {
      const forecast = forecastView.parse((await computeApi(context, '/forecasts', { bookingId })).body);
      return { ...forecast, positions: forecast.positions.slice(0, maxPositions) };
    },
  }),
  teamTool({
    name: 'simulate_change',
    title: 'Simulate change',
    description:
      'Simulates a change of a booking with recorded requests: its share before and after, and the bookings that would lose delivery. Nothing is saved. prepare_booking_change prepares the change for the person.',
    right: 'assistant:read',
    input: {
      bookingId: idInput('booking'),
      changes: z
        .record(z.string(), z.unknown())
        .describe('Changed fields as a JSON merge patch, such as {"priority": 3}. Fields are those of get_booking.'),
    },
    output: simulationSummary.shape,
    async run({ bookingId, changes }, context) {
      return simulate(await mergedBooking(bookingId, changes, context), bookingId, context);
    },
  }),
];
