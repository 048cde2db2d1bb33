import type { FastifyInstance } from 'fastify';
import { type SetupProgress, setupProgressView } from '../../../contract/insight/setup-progress.ts';
import { openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { readSetupProgress } from './read-setup-progress.ts';

const scope = 'bookings:read';

/** Registers `GET /setup-progress`: the completed steps from an empty account to delivery. */
export function registerSetupProgressRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { database, config } = services;
  const moment = { nowMs: services.nowMs ?? Date.now, readPlan: openLatestPlan(config.dataFolder) };
  const decisions = openRecordedDecisions(config.dataFolder);
  app.get('/setup-progress', {
    config: { scope },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getSetupProgress',
      summary: 'Retrieve the setup progress',
      description:
        'The completed steps from an empty account to delivery. Only objects that the caller sees in lists complete a step.',
      scope,
      answers: 'reading',
      view: setupProgressView,
    }),
    handler: async (request): Promise<SetupProgress> => ({
      completedSteps: await readSetupProgress({ database, moment, decisions }, callerOf(request).reach),
    }),
  });
}
