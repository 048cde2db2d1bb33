import { sql } from 'kysely';
import type { CreativeView, creativeView } from '../../../contract/creative/creative.ts';
import type { ReviewRules } from '../../api/resource/register-review.ts';

/** Fields of a creative that it shows, and its parents. URLs of files are derived from the files. */
const fields = [
  'name',
  'brandId',
  'formatId',
  'clickUrl',
  'altText',
  'html',
  'fields',
  'media',
  'vast',
  'companions',
  'icons',
  'verifications',
  'trackers',
  'width',
  'height',
  'assets',
] as const satisfies readonly (keyof typeof creativeView.shape)[];

/** A suspended creative was approved and is temporarily not delivered. */
const approvedStates = ['approved', 'suspended'];

/** Review of a creative: compares a pending version with the delivered one, otherwise with the last approved state. */
export const creativeReview: ReviewRules<'creative', CreativeView> = {
  approveScope: 'creatives:approve',
  isApproved: ({ state }) => approvedStates.includes(state),
  wasApproved: (state) => sql<boolean>`${state} ->> 'state' = any(${approvedStates})`,
  waiting: ({ pendingVersion }) => pendingVersion,
  fields,
};
