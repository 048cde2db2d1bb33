import { queryOptions } from '@tanstack/react-query';
import {
  acceptCampaign,
  approveCampaign,
  archiveCampaign,
  cancelCampaign,
  convertCampaign,
  getCampaign,
  pauseCampaign,
  rejectCampaign,
  reopenCampaign,
  resumeCampaign,
  submitCampaign,
  unarchiveCampaign,
} from '../../client/generated/sdk.gen.ts';
import { client, dataOf, objectWithEtag } from '../api/client.ts';

/** One campaign, with its ETag. */
export function campaignQuery(id: number) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: () => objectWithEtag(getCampaign({ client, path: { id } })),
  });
}

const actionsOfCampaign = {
  submit: submitCampaign,
  approve: approveCampaign,
  accept: acceptCampaign,
  convert: convertCampaign,
  pause: pauseCampaign,
  resume: resumeCampaign,
  cancel: cancelCampaign,
  archive: archiveCampaign,
  unarchive: unarchiveCampaign,
  reopen: reopenCampaign,
} as const;

/** Runs an action of a campaign. `reason`: the reason of a rejection. */
export function runCampaignAction(id: number, action: keyof typeof actionsOfCampaign | 'reject', reason?: string) {
  if (action === 'reject') {
    return dataOf(rejectCampaign({ client, path: { id }, body: reason === undefined ? {} : { reason } }));
  }
  return dataOf(actionsOfCampaign[action]({ client, path: { id } }));
}
