import { expect, test } from 'vitest';
import { actions, type CreativeState, creativeStates } from '../vocabulary/statuses.ts';
import { type ActingParty, operationsParty } from './booking-facts.ts';
import { applyCreativeAction, availableCreativeActions, stateAfterUpload } from './creative-actions.ts';

const advertiser: ActingParty = {
  ...operationsParty,
  mayApprove: false,
  isSubmitter: true,
  mayResume: false,
};

test('approves an upload of ad operations and leaves one of an advertiser pending', () => {
  expect(stateAfterUpload()).toBe('approved');
  expect(stateAfterUpload(advertiser)).toBe('pending_review');
});

test('lists the available actions per state', () => {
  const available = Object.fromEntries(creativeStates.map((state) => [state, availableCreativeActions(state)]));
  expect(available).toEqual({
    processing: ['archive'],
    pending_review: ['approve', 'reject', 'archive'],
    approved: ['pause', 'archive'],
    rejected: ['submit', 'archive'],
    suspended: ['resume', 'archive'],
    archived: ['unarchive'],
  });
});

test('decides a pending version separately from the reviewed creative', () => {
  expect(availableCreativeActions('approved', operationsParty, 'version')).toEqual([
    'approve',
    'reject',
    'pause',
    'archive',
  ]);
  expect(availableCreativeActions('approved', advertiser, 'version')).toEqual(['pause', 'archive']);
  for (const state of ['approved', 'suspended'] as const) {
    for (const action of ['approve', 'reject'] as const) {
      expect(applyCreativeAction(state, action, operationsParty, 'version')).toEqual({ allowed: true, state });
    }
  }
  expect(applyCreativeAction('pending_review', 'reject', operationsParty, 'version')).toMatchObject({
    state: 'rejected',
  });
});

test('passes through review, suspension and archive', () => {
  const steps: readonly (readonly [CreativeState, (typeof actions)[number], CreativeState])[] = [
    ['pending_review', 'approve', 'approved'],
    ['pending_review', 'reject', 'rejected'],
    ['rejected', 'submit', 'approved'],
    ['approved', 'pause', 'suspended'],
    ['suspended', 'resume', 'approved'],
    ['approved', 'archive', 'archived'],
    ['archived', 'unarchive', 'pending_review'],
  ];
  for (const [from, action, state] of steps)
    expect(applyCreativeAction(from, action)).toEqual({ allowed: true, state });
});

test('lets an advertiser resubmit but not approve', () => {
  expect(applyCreativeAction('rejected', 'submit', advertiser)).toEqual({ allowed: true, state: 'pending_review' });
  expect(applyCreativeAction('pending_review', 'approve', advertiser)).toEqual({
    allowed: false,
    state: 'pending_review',
    availableActions: ['archive'],
  });
});

test('requires a review after an advertiser resumes', () => {
  expect(applyCreativeAction('suspended', 'resume', advertiser)).toEqual({ allowed: true, state: 'pending_review' });
});

test('allows exactly the available actions', () => {
  for (const state of creativeStates) {
    for (const action of actions) {
      const outcome = applyCreativeAction(state, action);
      expect(outcome.allowed).toBe(availableCreativeActions(state).includes(action));
    }
  }
});
