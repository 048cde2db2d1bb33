import { queryOptions } from '@tanstack/react-query';
import { getSetupProgress } from '../../client/generated/sdk.gen.ts';
import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import { client, dataOf } from '../api/client.ts';

const refreshMs = 10_000;

/** The completed steps of those that the user has. Refreshes until all are completed. */
export function completedStepsQuery(steps: readonly SetupStep[]) {
  return queryOptions({
    queryKey: ['checklist', ...steps],
    queryFn: async () => {
      const { completedSteps } = await dataOf(getSetupProgress({ client }));
      return steps.filter((step) => completedSteps.includes(step));
    },
    refetchInterval: ({ state: { data } }) => (data?.length === steps.length ? false : refreshMs),
  });
}
