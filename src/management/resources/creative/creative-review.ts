import { sql } from 'kysely';
import type { CreativeView, creativeView } from '../../../contract/creative/creative.ts';
import type { ReviewRules } from '../../api/resource/register-review.ts';

/** What of a creative is shown, and what it is of. Addresses of its files follow from the files. */
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

/** One that is suspended was approved and is not delivered for the moment. */
const approvedStates = ['approved', 'suspended'];

/** What of a creative a reviewer is told: of a new version beside what is delivered, else beside what was approved once. */
export const creativeReview: ReviewRules<'creative', CreativeView> = {
  approveScope: 'creatives:approve',
  isApproved: ({ state }) => approvedStates.includes(state),
  wasApproved: (state) => sql<boolean>`${state} ->> 'state' = any(${approvedStates})`,
  waiting: ({ pendingVersion }) => pendingVersion,
  fields,
};
