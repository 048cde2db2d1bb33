import type { PlainMessageKey } from '../../messages/message-keys.ts';
import type { Person } from '../api/use-me.ts';

type StepName<Key> = Key extends `shell.stepTitle.${infer Name}` ? Name : never;
/** A step from an empty account to delivery. */
export type ChecklistStep = StepName<PlainMessageKey>;

/** The page where the user completes a step. */
export const pageOfStep: Readonly<Record<ChecklistStep, string>> = {
  position: '/inventory',
  request: '/inventory',
  campaign: '/campaigns/new',
  creative: '/creatives/new',
  booking: '/campaigns',
  impression: '/reports',
  user: '/administration/users?item=new',
};

/** The steps of a user, in their order. Users who cannot book have none. */
export function checklistStepsOf(me: Person): readonly ChecklistStep[] {
  if (!me.may('bookings:write')) return [];
  if (me.reach === 'mapped') return ['campaign', 'creative', 'booking', 'impression'];
  const steps: readonly ChecklistStep[] = ['position', 'request', 'creative', 'booking', 'impression'];
  return me.may('users:write') ? [...steps, 'user'] : steps;
}
