import type { PlainMessageKey } from '../../messages/message-keys.ts';

type StepName<Key> = Key extends `shell.stepTitle.${infer Name}` ? Name : never;

/** One step of the tour, and the page where the user completes it. */
type Step = { readonly name: StepName<PlainMessageKey>; readonly to: string; readonly action: PlainMessageKey };

const campaign: Step = { name: 'campaign', to: '/campaigns/new', action: 'campaign.action.new' };
const booking: Step = { name: 'booking', to: '/campaigns', action: 'shell.action.goToCampaigns' };
const creative: Step = { name: 'creative', to: '/creatives', action: 'shell.action.goToCreatives' };
const result: Step = { name: 'result', to: '/reports', action: 'shell.action.goToReports' };
const inventory: Step = { name: 'inventory', to: '/inventory', action: 'shell.action.goToInventory' };
const review: Step = { name: 'review', to: '/review', action: 'shell.action.goToReview' };
const search: Step = { name: 'search', to: '/help', action: 'shell.action.goToHelp' };

/** The steps of the tour for the operators of the account, or for advertisers. */
export function onboardingSteps(audience: 'operations' | 'advertiser'): readonly Step[] {
  return audience === 'operations'
    ? [inventory, campaign, booking, review, result]
    : [campaign, booking, creative, result, search];
}
