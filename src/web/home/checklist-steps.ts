import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import type { Person } from '../api/use-me.ts';

/** The page where the user completes a step. */
export const pageOfStep: Readonly<Record<SetupStep, string>> = {
  position: '/inventory',
  request: '/inventory',
  campaign: '/campaigns/new',
  creative: '/creatives/new',
  booking: '/campaigns',
  impression: '/bookings',
  user: '/administration/users?item=new',
};

/** The steps of a user, in their order. Users who cannot book have none. */
export function checklistStepsOf(me: Person): readonly SetupStep[] {
  if (!me.may('bookings:write')) return [];
  if (me.reach === 'mapped') return ['campaign', 'creative', 'booking', 'impression'];
  const steps: readonly SetupStep[] = ['position', 'request', 'creative', 'booking', 'impression'];
  return me.may('users:write') ? [...steps, 'user'] : steps;
}
