import type { CampaignType } from '../../core/words/statuses.ts';

/** Types of campaigns in words. */
export const typeWords: Readonly<Record<CampaignType, string>> = {
  campaign: 'Campaign',
  option: 'Option',
  offer: 'Offer',
};
