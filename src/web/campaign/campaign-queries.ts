import { queryOptions } from '@tanstack/react-query';
import {
  acceptCampaign,
  approveCampaign,
  archiveCampaign,
  cancelCampaign,
  confirmCampaign,
  convertCampaign,
  getCampaign,
  holdCampaign,
  pauseCampaign,
  rejectCampaign,
  releaseCampaign,
  reopenCampaign,
  resumeCampaign,
  submitCampaign,
  unarchiveCampaign,
} from '../../client/generated/sdk.gen.ts';
import { client, dataOf, objectWithEtag } from '../api/client.ts';
import type { ActionInput } from '../ui/action/perform-action.ts';

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
  confirm: confirmCampaign,
  release: releaseCampaign,
} as const;

/** Runs an action of a campaign. */
export function runCampaignAction(
  id: number,
  action: keyof typeof actionsOfCampaign | 'reject' | 'hold',
  { reason, hold }: ActionInput = {},
) {
  if (action === 'reject') {
    return dataOf(rejectCampaign({ client, path: { id }, body: reason === undefined ? {} : { reason } }));
  }
  if (action === 'hold') return dataOf(holdCampaign({ client, path: { id }, body: requireHold(hold) }));
  return dataOf(actionsOfCampaign[action]({ client, path: { id } }));
}

/** Returns the end and note of a hold. The dialog of the action has entered them. */
export function requireHold(hold: ActionInput['hold']) {
  if (hold === undefined) throw new Error('the action hold requires an end');
  return hold;
}
