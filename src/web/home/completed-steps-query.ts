import { queryOptions } from '@tanstack/react-query';
import {
  getReport,
  listBookings,
  listCampaigns,
  listCreatives,
  listDecisions,
  listPositions,
  listUsers,
} from '../../client/generated/sdk.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf, listDataOf } from '../api/client.ts';
import type { Person } from '../api/use-me.ts';
import type { ChecklistStep } from './checklist-steps.ts';

const refreshMs = 10_000;
const reportDays = 90;
const one = { limit: 1 } as const;

/** The completed steps, read from the stored objects and counts. */
export function completedStepsQuery(me: Person, steps: readonly ChecklistStep[]) {
  return queryOptions({
    queryKey: ['checklist', ...steps],
    queryFn: async () => {
      const isDone = await Promise.all(steps.map((step) => readers[step](me)));
      return steps.filter((_, index) => isDone[index]);
    },
    refetchInterval: ({ state: { data } }) => (data?.length === steps.length ? false : refreshMs),
  });
}

const readers: Readonly<Record<ChecklistStep, (me: Person) => Promise<boolean>>> = {
  position: () => hasSome(listPositions({ client, query: one })),
  request: async (me) => (await hasTraffic()) || (me.may('decisions:read') && (await hasDecision())),
  campaign: () => hasSome(listCampaigns({ client, query: one })),
  creative: () => hasSome(listCreatives({ client, query: one })),
  booking: () => hasSome(listBookings({ client, query: { ...one, status: ['running'] } })),
  impression: hasImpressions,
  user: () => hasSome(listUsers({ client, query: one }), 2),
};

async function hasSome(list: Parameters<typeof listDataOf>[0], least = 1): Promise<boolean> {
  return (await listDataOf(list)).total >= least;
}

/** Whether a position has learned traffic, which takes some time. */
async function hasTraffic(): Promise<boolean> {
  const query = { ...one, sort: '-requestsPerDay' as const };
  const [busiest] = await dataOf(listPositions({ client, query }));
  return (busiest?.requestsPerDay ?? null) !== null;
}

/** Whether an ad request was decided in the last hour. */
async function hasDecision(): Promise<boolean> {
  return (await dataOf(listDecisions({ client, query: one }))).decisions.length > 0;
}

async function hasImpressions(): Promise<boolean> {
  const from = new Date(Date.now() - reportDays * dayMs).toISOString().slice(0, 10);
  return (await dataOf(getReport({ client, query: { groupBy: ['day'], from } }))).totals.impressions > 0;
}
